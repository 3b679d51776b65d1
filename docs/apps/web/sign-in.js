// Sign-in with passkeys and emailed codes, for every SIGN_IN_FLOW: Amplify JS v6 and Authsignal's browser SDK.
//
// Each function takes one step of the user and returns what the page shows next, as `{ view, why, … }`:
//
//   start    the form for the address, with buttons for a passkey and for a new account
//   confirm  the form for the code that Cognito itself mails after a sign-up, in pools that ask for it
//   captcha  the CAPTCHA's widget, with `siteKey` and `action`
//   choose   a passkey or a code
//   code     the form for the emailed code
//   offer    the offer of a passkey to somebody who signed in with a code
//   account  the user is signed in
//
// `why` names what the page should say. Without `view`, the page stays as it is. A function throws if something failed,
// in an outage for example: the page says so, stays as it is, and the user can try again.

import { Amplify } from 'aws-amplify';
import {
    confirmSignIn, confirmSignUp, fetchAuthSession, resendSignUpCode, signIn, signOut, signUp,
} from 'aws-amplify/auth';
import { Authsignal } from '@authsignal/browser';
import { settings } from './settings.js';

Amplify.configure({ Auth: { Cognito: settings.cognito } });
const authsignal = new Authsignal(settings.authsignal);

// The sign-in in progress. It is kept in the tab, so that a reload between two steps costs nobody a second mail.
// Amplify keeps its part, Cognito's session, in the same place for three minutes.

const key = 'sign-in';
let pending = JSON.parse(sessionStorage.getItem(key)) ?? {};

function remember(changes) {
    pending = { ...pending, ...changes };
    sessionStorage.setItem(key, JSON.stringify(pending));
}

function forget() {
    pending = {};
    sessionStorage.removeItem(key);
}

/** Returns a view, and remembers it for a reload. */
function show(shown) {
    remember({ shown: { ...shown, why: undefined } });
    return shown;
}

/** Ends the sign-in in progress; returns the first view with the address that was typed. */
function startAgain(why) {
    const { email } = pending;
    forget();
    return { view: 'start', email, why };
}

/** What the page shows when it opens: the account, the step where a reload interrupted the sign-in, or the start. */
export async function resume() {
    const { tokens } = await fetchAuthSession();
    if (tokens) return account();
    if (pending.parameters?.challenge === 'RESULT_TOKEN') {
        if (pending.proof) return answer(pending.proof); // proven, but the page closed before Cognito was told
        authsignal.setToken(pending.parameters.token);
    }
    return pending.shown ?? startAgain();
}

// A new account.

/** Creates an account and signs in to it. Without PASSWORD in the flow, Cognito gets a password that nobody knows. */
export async function createAccount(email, password = randomPassword()) {
    try {
        const { nextStep } = await signUp({ username: email, password, options: { userAttributes: { email } } });
        if (nextStep.signUpStep === 'CONFIRM_SIGN_UP') {
            remember({ email });
            return show({ view: 'confirm' });
        }
    } catch (error) {
        // There is an account already. The sign-in's code goes to its address, so only its owner gets any further.
        if (error.name !== 'UsernameExistsException') throw error;
    }
    return signInByEmail(email, password);
}

/** The end has a character of each kind that Cognito's default password policy asks for. */
function randomPassword() {
    return `${crypto.randomUUID()}-Aa1`;
}

/** Confirms the account with the code that Cognito mailed. */
export async function confirmAccount(code) {
    try {
        await confirmSignUp({ username: pending.email, confirmationCode: code });
    } catch (error) {
        if (!['CodeMismatchException', 'ExpiredCodeException'].includes(error.name)) throw error;
        return { why: 'wrong-code' };
    }
    return settings.passwordFirst ? startAgain('confirmed') : signInByEmail(pending.email);
}

// The sign-in.

/** Signs in with a passkey. The user types nothing, because the passkey says who it is. */
export async function signInWithPasskey() {
    const proof = await provePasskey({ action: settings.action });
    if (!proof) return { why: 'no-passkey' };
    // The user's id stays the same if the address changes. In a pool where people sign in by email it is their name.
    return begin({ username: proof.userId, proof: proof.token });
}

/** Signs in with the address, and with the password if the flow begins with it. */
export async function signInByEmail(email, password) {
    return begin({ username: email, email, password });
}

async function begin({ username, email, password, proof }) {
    // Only a flow that begins with the password starts with SRP.
    const start = settings.passwordFirst
        ? { username, password, options: { authFlowType: 'CUSTOM_WITH_SRP' } }
        : { username, options: { authFlowType: 'CUSTOM_WITHOUT_SRP' } };
    let result;
    try {
        result = await signIn(start);
    } catch (error) {
        if (error.name === 'UserAlreadyAuthenticatedException') return account(); // in another tab
        if (error.name !== 'NotAuthorizedException') throw error;
        return { why: 'refused' }; // the password is wrong
    }
    forget();
    remember({ email, proof });
    return next(result.nextStep);
}

/** Takes Cognito's next step. `additionalInfo` has the challenge's public parameters. */
async function next({ signInStep, additionalInfo: parameters }) {
    if (signInStep === 'DONE') return finish();
    if (signInStep === 'CONFIRM_SIGN_UP') return askToConfirm();
    if (signInStep !== 'CONFIRM_SIGN_IN_WITH_CUSTOM_CHALLENGE') throw new Error(`${signInStep} is not supported`);
    // A wrong answer is not an error: the same challenge comes again.
    const why = parameters.challenge === pending.parameters?.challenge ? 'refused' : undefined;
    remember({ parameters });
    switch (parameters.challenge) {
    case 'CAPTCHA':
        return show({ view: 'captcha', siteKey: parameters.siteKey, action: parameters.action, why });
    case 'EMAIL_OTP': // the functions have mailed a code
        return show({ view: 'code', sentTo: parameters.CODE_DELIVERY_DESTINATION, why });
    case 'RESULT_TOKEN':
        authsignal.setToken(parameters.token);
        if (pending.proof) return answer(pending.proof);
        if (settings.passwordFirst || why) return show({ view: 'choose', why });
        return sendCode();
    default:
        throw new Error(`This app does not know the challenge ${parameters.challenge}`);
    }
}

/** Answers the challenge, and takes the next step. */
async function answer(challengeResponse) {
    let result;
    try {
        result = await confirmSignIn({ challengeResponse });
    } catch (error) {
        // Too many wrong answers, or the session has expired: Cognito wants a new sign-in.
        if (!['NotAuthorizedException', 'SignInException'].includes(error.name)) throw error;
        return startAgain('over');
    }
    if (challengeResponse === pending.proof) remember({ proof: undefined }); // it counts once
    return next(result.nextStep);
}

/** Answers with the token of the CAPTCHA's widget. */
export async function answerCaptcha(token) {
    return answer(token);
}

async function askToConfirm() {
    if (!pending.email) return startAgain('over'); // somebody who came with a passkey has typed no address
    await resendSignUpCode({ username: pending.email });
    return show({ view: 'confirm' });
}

// Passkeys.

/** Answers the challenge with a passkey. */
export async function answerWithPasskey() {
    let proof;
    try {
        proof = await provePasskey({ token: pending.parameters.token });
    } catch (error) {
        return endIfTooOld(error);
    }
    if (!proof) return { why: 'no-passkey' };
    remember({ proof: proof.token });
    return answer(proof.token);
}

/**
 * Asks the user for a passkey. Returns undefined if there is none here or if the user cancelled: then a code is the way
 * to go on. It throws for everything else. An outage must not look like a missing passkey.
 */
async function provePasskey(request) {
    let response;
    try {
        response = await authsignal.passkey.signIn(request);
    } catch (error) {
        // Browsers report both with one name, so that no page learns who has a passkey. In the mobile SDKs these are
        // the codes user_canceled and no_credential.
        if (error.name === 'NotAllowedError') return undefined;
        throw error;
    }
    // The account no longer has this passkey. The SDK has told the browser to forget it.
    if (response.errorCode === 'unknown_credential') return undefined;
    // The authenticator of this Region does not have it, or not yet.
    if (response.errorCode === 'no_credential') return undefined;
    if (!response.data?.isVerified) throw failure(response);
    return response.data;
}

/** Creates a passkey for the user who has just signed in with a code. */
export async function createPasskey() {
    return whileSignedIn((tokens) => registerPasskey(tokens)); // with the token of the proof, which the SDK keeps
}

/** Does not create a passkey, and does not ask again in this browser. */
export async function declinePasskey() {
    localStorage.setItem('no-passkey-offer', 'true');
    return account();
}

/** Creates a passkey later, or on a second device, with a token that AddAuthenticator gives to a signed-in user. */
export async function addPasskey() {
    return whileSignedIn(async (tokens) => {
        const response = await fetch(settings.addAuthenticatorUrl, {
            method: 'POST', headers: { Authorization: `Bearer ${tokens.accessToken}` },
        });
        const { token, error } = await response.json();
        // The user stays signed in, and chooses when to sign in again.
        if (error === 'insufficient_user_authentication') return account('signed-in-too-long-ago');
        if (!response.ok) throw new Error(error);
        return registerPasskey(tokens, token);
    });
}

async function registerPasskey(tokens, token) {
    let response;
    try {
        // The prompts show this name when the user chooses a passkey.
        response = await authsignal.passkey.signUp({ token, username: tokens.idToken.payload.email });
    } catch (error) {
        // The mobile SDKs ignore this one with ignorePasskeyAlreadyExistsError.
        if (error.name === 'InvalidStateError') return account('passkey-exists');
        if (error.name === 'NotAllowedError') return { why: 'not-created' }; // the user cancelled
        throw error;
    }
    if (response.errorCode === 'expired_token' && !token) return addPasskey(); // the proof is too old, the sign-in not
    if (!response.data) throw failure(response);
    return account('passkey-created');
}

/** Whether to offer a passkey. The mobile SDKs answer this with shouldPromptToCreatePasskey. */
async function shouldOfferPasskey() {
    return localStorage.getItem('no-passkey-offer') === null
        && Boolean(await window.PublicKeyCredential?.isUserVerifyingPlatformAuthenticatorAvailable());
}

// Emailed codes.

/** Has a code mailed to the address. */
export async function sendCode() {
    const { parameters, email } = pending;
    let response;
    if (parameters.isEnrolled === 'true') {
        response = await authsignal.email.challenge();
    } else {
        if (!email) return startAgain('refused'); // somebody who came with a passkey has typed no address
        response = await authsignal.email.enroll({ email });
    }
    // In authsignal mode, for example, there is no account with this address.
    if (response.errorCode === 'unauthorized') return startAgain('no-code');
    if (response.error) return endIfTooOld(failure(response));
    return show({ view: 'code', sentTo: email });
}

/** Has another code mailed. */
export async function resendCode() {
    if (pending.parameters.challenge === 'RESULT_TOKEN') return sendCode();
    // The functions mail their codes with the challenge, so another code needs another sign-in.
    return settings.passwordFirst ? startAgain('sign-in-again') : signInByEmail(pending.email);
}

/** Answers with the emailed code. It may be a long one for pasting, such as 7K3M-Q2XR-05TA-HJ8W. */
export async function answerCode(code) {
    if (pending.parameters.challenge === 'EMAIL_OTP') return answer(code);
    // A code counts once. If Cognito could not be reached after it, the proof is still there.
    if (!pending.proof) {
        const response = await authsignal.email.verify({ code });
        if (!response.data) return endIfTooOld(failure(response));
        const { isVerified, token, failureReason } = response.data;
        if (!isVerified) return { why: failureReason }; // the sign-in goes on
        remember({ proof: token, offersPasskey: true });
    }
    return answer(pending.proof);
}

// Signed in.

async function finish() {
    const isOffer = pending.offersPasskey && await shouldOfferPasskey();
    forget();
    return isOffer ? { view: 'offer' } : account();
}

async function account(why) {
    return whileSignedIn(({ idToken }) => ({ view: 'account', email: idToken.payload.email, why }));
}

/** Takes a step of the signed-in user, unless the session has ended meanwhile, for example in another tab. */
async function whileSignedIn(step) {
    const { tokens } = await fetchAuthSession();
    return tokens ? step(tokens) : startAgain('signed-out');
}

export async function leave() {
    await signOut();
    return startAgain();
}

function failure({ errorCode, errorDescription, error }) {
    const text = errorDescription ?? error ?? errorCode ?? 'The authenticator did not answer as expected';
    return Object.assign(new Error(text), { errorCode });
}

/** Starts again if the challenge's token is too old. Throws every other error. */
function endIfTooOld(error) {
    if (error.errorCode !== 'expired_token') throw error;
    return startAgain('over');
}
