// An app made of Amplify JS and Authsignal's browser SDK, which tests call function by function.

import { Amplify, auth, ConsoleLogger } from './amplify-browser.mjs';
import { Authsignal } from './authsignal-browser.mjs';

let authsignal;
let sandbox;

// Amplify warns about every endpoint that is not Cognito's own.
ConsoleLogger.LOG_LEVEL = 'ERROR';

export function configure(url, { userPoolId, clientId, tenantId }) {
    sandbox = url;
    Amplify.configure({ Auth: { Cognito: { userPoolId, userPoolClientId: clientId, userPoolEndpoint: url } } });
    authsignal = new Authsignal({ tenantId, baseUrl: `${url}/v1` });
}

export async function signUp(email) {
    const password = `${crypto.randomUUID()}-Aa1`;
    const { isSignUpComplete } = await auth.signUp({
        username: email, password, options: { userAttributes: { email } },
    });
    return isSignUpComplete;
}

/** Starts a sign-in, whose token the SDK then uses; returns the challenge's public parameters. */
export async function start(username) {
    const { nextStep } = await auth.signIn({ username, options: { authFlowType: 'CUSTOM_WITHOUT_SRP' } });
    return challenge(nextStep);
}

/** Answers the challenge; returns null if that signs the user in, or else the next challenge's public parameters. */
export async function answer(token) {
    const { isSignedIn, nextStep } = await auth.confirmSignIn({ challengeResponse: token });
    return isSignedIn ? null : challenge(nextStep);
}

function challenge({ signInStep, additionalInfo }) {
    if (signInStep !== 'CONFIRM_SIGN_IN_WITH_CUSTOM_CHALLENGE') throw new Error(signInStep);
    authsignal.setToken(additionalInfo.token);
    return additionalInfo;
}

export async function user() {
    const { email, email_verified: isVerified } = await auth.fetchUserAttributes();
    const { tokens } = await auth.fetchAuthSession();
    return { email, isVerified, sub: tokens.idToken.payload.sub };
}

export function signOut() {
    return auth.signOut();
}

export async function changeAddress(email) {
    const { email: changed } = await auth.updateUserAttributes({ userAttributes: { email } });
    return changed.nextStep.updateAttributeStep;
}

export function confirmAddress(code) {
    return auth.confirmUserAttribute({ userAttributeKey: 'email', confirmationCode: code });
}

export async function askForCode(isEnrolled, email) {
    const asking = isEnrolled === 'true' ? authsignal.email.challenge() : authsignal.email.enroll({ email });
    const { errorCode, error } = await asking;
    return errorCode ?? error;
}

export async function verifyCode(code) {
    return outcome(await authsignal.email.verify({ code }));
}

/** Creates a passkey with the token of the proof just made, or with one from the functions. */
export async function createPasskey(email, token) {
    const { data, errorCode } = await authsignal.passkey.signUp({ username: email, token });
    return { created: Boolean(data?.userAuthenticator), token: data?.token, errorCode };
}

/** Asks the functions for a token with which the signed-in user can add a passkey. */
export async function tokenToAdd() {
    const { tokens } = await auth.fetchAuthSession();
    const response = await fetch(`${sandbox}/add-authenticator`, {
        method: 'POST', headers: { Authorization: `Bearer ${tokens.accessToken}` },
    });
    return (await response.json()).token;
}

/** Signs in with a passkey; with cookies, as pages do that keep Authsignal's. */
export async function provePasskeyForAction(action, useCookies = false) {
    return outcome(await authsignal.passkey.signIn({ action, useCookies }));
}

function outcome({ data, errorCode }) {
    const { isVerified, token, userId, username, failureReason } = data ?? {};
    return { isVerified, token, userId, username, failureReason, errorCode };
}

/** Makes a call of the SDK, and returns how it reports the refusal. */
export async function refusal(part, name, input) {
    const { error, errorCode } = await authsignal[part][name](input);
    return { error, errorCode };
}
