// Sign-in with passkeys and emailed codes, for every SIGN_IN_FLOW: Amplify JS v6 and Authsignal's React Native SDK.
//
// Each function takes one step of the user and returns what the app shows next. A function throws if something failed,
// in an outage for example: the app says so, stays as it is, and the user can try again.

import { Amplify } from 'aws-amplify';
import {
    confirmSignIn, confirmSignUp, fetchAuthSession, resendSignUpCode, signIn, signOut, signUp,
    type AuthSession, type ConfirmSignInOutput, type SignInOutput,
} from 'aws-amplify/auth';
import AsyncStorage from '@react-native-async-storage/async-storage';
import { Authsignal, ErrorCode, type AuthsignalResponse, type SignInResponse } from 'react-native-authsignal';
import { forgetProof, keepProof, keptProof, type KeptProof } from './kept-proof';
import { settings } from './settings';

/** What the app shows next. Without `view` it stays as it is; `why` names what it should say. */
export type Shown =
    | { view: 'start'; email?: string; why?: Why }
    /** The form for the code that Cognito itself mails after a sign-up, in pools that ask for it. */
    | { view: 'confirm'; why?: Why }
    | { view: 'captcha'; siteKey: string; action: string; why?: Why }
    | { view: 'code'; sentTo: string; why?: Why }
    /** The offer of a passkey to somebody who signed in with a code. */
    | { view: 'offer'; why?: Why }
    | { view: 'account'; email: string; why?: Why }
    | { view?: undefined; why: Why };

export type Why =
    | 'no-passkey' | 'refused' | 'over' | 'interrupted' | 'sign-in-again' | 'signed-out' | 'signed-in-too-long-ago'
    | 'no-code' | 'confirmed' | 'wrong-code' | 'too-many-codes' | 'not-created' | 'passkey-created';

Amplify.configure({ Auth: { Cognito: settings.cognito } });
const authsignal = new Authsignal(settings.authsignal);

/** Whether the app offers passkeys: from iOS 15 and Android 9 (API level 28) on. */
export const hasPasskeys = settings.hasPasskeys && authsignal.passkey.isSupported();

/** The sign-in in progress. */
interface Pending {
    email?: string;
    /** The challenge's public parameters. */
    parameters?: Record<string, string>;
    /** The result token of a proof that Cognito has not accepted yet. */
    proof?: string;
    offersPasskey?: boolean;
}

// Amplify keeps Cognito's session in memory, so a sign-in ends with the app. Only the address outlives it, and the
// proof of a passkey that was used before the sign-in: the next sign-in may begin with it, once.

let pending: Pending = {};
const key = 'sign-in.email';
const declined = 'sign-in.passkey-declined';

async function begun(sign: Pending): Promise<void> {
    pending = sign;
    if (sign.email) await AsyncStorage.setItem(key, sign.email);
}

async function ended(): Promise<void> {
    pending = {};
    await AsyncStorage.removeItem(key);
    await forgetProof();
}

/** Ends the sign-in in progress; the address that was typed stays. */
function startAgain(why?: Why): Shown {
    const { email } = pending;
    pending = {};
    return { view: 'start', email, why };
}

/** What the app shows when it opens: the account, or the start with the address of an interrupted sign-in. */
export async function resume(): Promise<Shown> {
    const { tokens } = await fetchAuthSession();
    if (tokens) return account();
    const email = await AsyncStorage.getItem(key) ?? undefined;
    const isInterrupted = email !== undefined || await keptProof() !== undefined;
    return { view: 'start', email, why: isInterrupted ? 'interrupted' : undefined };
}

// A new account.

/** Creates an account and signs in to it. Without PASSWORD in the flow, Cognito gets a password that nobody knows. */
export async function createAccount(email: string, password: string = randomPassword()): Promise<Shown> {
    try {
        const { nextStep } = await signUp({ username: email, password, options: { userAttributes: { email } } });
        if (nextStep.signUpStep === 'CONFIRM_SIGN_UP') {
            await begun({ email });
            return { view: 'confirm' };
        }
    } catch (error) {
        // There is an account already. The sign-in's code goes to its address, so only its owner gets any further.
        if (!isNamed(error, 'UsernameExistsException')) throw error;
    }
    return signInByEmail(email, password);
}

function randomPassword(): string {
    // getRandomValues is that of react-native-get-random-values, which Amplify needs, too.
    const bytes = Array.from(crypto.getRandomValues(new Uint8Array(24)));
    const hex = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
    return `${hex}-Aa1`; // with a character of each kind that Cognito's default password policy asks for
}

/** Confirms the account with the code that Cognito mailed. */
export async function confirmAccount(code: string): Promise<Shown> {
    const { email } = pending;
    if (!email) return startAgain('over');
    try {
        await confirmSignUp({ username: email, confirmationCode: digitsOf(code) });
    } catch (error) {
        if (!isNamed(error, 'CodeMismatchException', 'ExpiredCodeException')) throw error;
        return { why: 'wrong-code' };
    }
    return settings.passwordFirst ? startAgain('confirmed') : signInByEmail(email);
}

/** The digits alone, as Cognito takes its own codes. Keyboards of other scripts have digits of their own. */
function digitsOf(code: string): string {
    return (code.match(/\p{Nd}/gu) ?? []).map((digit) => {
        // Each script has its ten digits in a row.
        let zero = digit.codePointAt(0)!;
        const value = zero;
        while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
        return (value - zero) % 10;
    }).join('');
}

// The sign-in.

/** Signs in with a passkey. The user types nothing, because the passkey says who it is. */
export async function signInWithPasskey(): Promise<Shown> {
    const proof = await keptProof() ?? await newProof();
    if (!proof) return { why: 'no-passkey' };
    // The user's id stays the same if the address changes. In a pool where people sign in by email it is their name.
    return begin(proof.userId, { proof: proof.token });
}

async function newProof(): Promise<KeptProof | undefined> {
    const proof = await provePasskey({ action: settings.action });
    return proof?.userId && proof.token ? keepProof(proof.token, proof.userId) : undefined;
}

/** Signs in with the address, and with the password if the flow begins with it. */
export async function signInByEmail(email: string, password?: string): Promise<Shown> {
    return begin(email, { email }, password);
}

async function begin(username: string, sign: Pending, password?: string): Promise<Shown> {
    let result: SignInOutput;
    try {
        // Only a flow that begins with the password starts with SRP.
        result = settings.passwordFirst
            ? await signIn({ username, password, options: { authFlowType: 'CUSTOM_WITH_SRP' } })
            : await signIn({ username, options: { authFlowType: 'CUSTOM_WITHOUT_SRP' } });
    } catch (error) {
        if (!isNamed(error, 'NotAuthorizedException')) throw error;
        return { why: 'refused' }; // the password is wrong
    }
    await begun(sign);
    return next(result.nextStep);
}

/** Takes Cognito's next step. `additionalInfo` has the challenge's public parameters. */
async function next(nextStep: SignInOutput['nextStep']): Promise<Shown> {
    if (nextStep.signInStep === 'DONE') return finish();
    if (nextStep.signInStep === 'CONFIRM_SIGN_UP') return askToConfirm();
    if (nextStep.signInStep !== 'CONFIRM_SIGN_IN_WITH_CUSTOM_CHALLENGE') {
        throw new Error(`${nextStep.signInStep} is not supported`);
    }
    const parameters = nextStep.additionalInfo ?? {};
    // A wrong answer is not an error: the same challenge comes again.
    const isAgain = parameters.challenge === pending.parameters?.challenge;
    pending.parameters = parameters;
    const why = isAgain ? 'refused' : undefined;
    switch (parameters.challenge) {
    case 'CAPTCHA':
        return { view: 'captcha', siteKey: parameters.siteKey ?? '', action: parameters.action ?? '', why };
    case 'EMAIL_OTP': // the functions have mailed a code
        return { view: 'code', sentTo: parameters.CODE_DELIVERY_DESTINATION ?? '', why };
    case 'RESULT_TOKEN':
        return prove(parameters.token ?? '', isAgain);
    default:
        throw new Error(`This app does not know the challenge ${parameters.challenge}`);
    }
}

/** Proves who the user is: with the proof there is, after a password also with a passkey, or else with a code. */
async function prove(token: string, isAgain: boolean): Promise<Shown> {
    await authsignal.setToken(token);
    if (pending.proof) return answer(pending.proof);
    if (settings.passwordFirst || isAgain) {
        const passkey = await provePasskey({ token });
        if (passkey?.token) {
            pending.proof = passkey.token;
            return answer(passkey.token);
        }
    }
    return sendCode();
}

/** Answers the challenge, and takes the next step. */
async function answer(challengeResponse: string): Promise<Shown> {
    let result: ConfirmSignInOutput;
    try {
        result = await confirmSignIn({ challengeResponse });
    } catch (error) {
        // Too many wrong answers, or the session has expired: Cognito wants a new sign-in.
        if (!isNamed(error, 'NotAuthorizedException', 'SignInException')) throw error;
        await forgetProof();
        return startAgain('over');
    }
    if (challengeResponse === pending.proof) { // it counts once
        delete pending.proof;
        await forgetProof();
    }
    return next(result.nextStep);
}

/** Answers with the token of the CAPTCHA's widget. */
export async function answerCaptcha(token: string): Promise<Shown> {
    return answer(token);
}

async function askToConfirm(): Promise<Shown> {
    if (!pending.email) return startAgain('over');
    await resendSignUpCode({ username: pending.email });
    return { view: 'confirm' };
}

// Passkeys.

/**
 * Asks the user for a passkey. Returns undefined if there is none here or if the user cancelled: then a code is the way
 * to go on. It throws for everything else. An outage must not look like a missing passkey.
 */
async function provePasskey(input: { action: string } | { token: string }): Promise<SignInResponse | undefined> {
    if (!hasPasskeys) return undefined;
    const response = await authsignal.passkey.signIn({
        ...input,
        preferImmediatelyAvailableCredentials: true, // false also offers a QR code, for another device's passkey
    });
    switch (response.errorCode) {
    case ErrorCode.user_canceled: // on iOS also without a passkey
    case ErrorCode.no_credential:
    case 'unknown_credential': // the account no longer has this passkey
        return undefined;
    }
    if (!response.data?.isVerified) throw failure(response);
    return response.data;
}

/** Creates a passkey for the user who has just signed in with a code. */
export async function createPasskey(): Promise<Shown> {
    return whileSignedIn(() => registerPasskey()); // with the token of the proof just made, which the SDK keeps
}

/** Does not create a passkey, and does not ask again on this device. */
export async function declinePasskey(): Promise<Shown> {
    await AsyncStorage.setItem(declined, 'true');
    return account();
}

/** Creates a passkey later, or on a second device, with a token that AddAuthenticator gives to a signed-in user. */
export async function addPasskey(): Promise<Shown> {
    return whileSignedIn(async ({ accessToken }) => {
        const response = await fetch(settings.addAuthenticatorUrl, {
            method: 'POST', headers: { Authorization: `Bearer ${accessToken}` },
        });
        const { token, error } = await response.json();
        // The user stays signed in, and chooses when to sign in again.
        if (error === 'insufficient_user_authentication') return account('signed-in-too-long-ago');
        if (!response.ok) throw new Error(error);
        return registerPasskey(token);
    });
}

async function shouldOfferPasskey(): Promise<boolean> {
    if (!hasPasskeys || await AsyncStorage.getItem(declined) !== null) return false;
    // False if this device has a passkey with that name.
    return authsignal.passkey.shouldPromptToCreatePasskey({ username: await emailOfUser() });
}

async function registerPasskey(token?: string): Promise<Shown> {
    const response = await authsignal.passkey.signUp({
        token,
        username: await emailOfUser(), // the prompts show it when the user chooses a passkey
        ignorePasskeyAlreadyExistsError: true, // a device that has one is as good
    });
    if (response.errorCode === ErrorCode.user_canceled) return { why: 'not-created' };
    if (response.errorCode === 'expired_token' && !token) return addPasskey(); // the proof is too old, the sign-in not
    if (response.error) throw failure(response);
    return account('passkey-created');
}

// Emailed codes.

/** Has a code mailed to the address. */
async function sendCode(): Promise<Shown> {
    const { parameters, email } = pending;
    let response: AuthsignalResponse<void>;
    if (parameters?.isEnrolled === 'true') {
        response = await authsignal.email.challenge();
    } else {
        if (!email) return startAgain('refused'); // somebody who came with a passkey has typed no address
        response = await authsignal.email.enroll({ email });
    }
    // In authsignal mode, for example, there is no account with this address.
    if (response.errorCode === 'unauthorized') return startAgain('no-code');
    if (response.error) return endIfTooOld(response);
    return { view: 'code', sentTo: email ?? '' };
}

/** Has another code mailed. */
export async function resendCode(): Promise<Shown> {
    const { parameters, email } = pending;
    if (parameters?.challenge === 'RESULT_TOKEN') return sendCode();
    // The functions mail their codes with the challenge, so another code needs another sign-in.
    return settings.passwordFirst || !email ? startAgain('sign-in-again') : signInByEmail(email);
}

/** Answers with the emailed code. It may be a long one for pasting, such as 7K3M-Q2XR-05TA-HJ8W. */
export async function answerCode(code: string): Promise<Shown> {
    // Cognito counts every answer, so fewer than six letters and digits are not sent. The rest is forgiven.
    if ((code.match(/[a-z\p{Nd}]/giu) ?? []).length < 6) return { why: 'wrong-code' };
    if (pending.parameters?.challenge === 'EMAIL_OTP') return answer(code);
    // A code counts once. If Cognito could not be reached after it, the proof is still there.
    if (!pending.proof) {
        const response = await authsignal.email.verify({ code });
        if (!response.data) return endIfTooOld(response);
        const { isVerified, token, failureReason } = response.data;
        if (!isVerified || !token) { // the sign-in goes on
            return { why: failureReason === 'MAX_ATTEMPTS_EXCEEDED' ? 'too-many-codes' : 'wrong-code' };
        }
        pending = { ...pending, proof: token, offersPasskey: true };
        return answer(token);
    }
    return answer(pending.proof);
}

// Signed in.

async function finish(): Promise<Shown> {
    const isByCode = pending.offersPasskey === true;
    await ended();
    return isByCode && await shouldOfferPasskey() ? { view: 'offer' } : account();
}

async function account(why?: Why): Promise<Shown> {
    return whileSignedIn(async () => ({ view: 'account', email: await emailOfUser(), why }));
}

/** Takes a step of the signed-in user, unless the session has ended meanwhile, for example on another device. */
async function whileSignedIn(step: (tokens: NonNullable<AuthSession['tokens']>) => Promise<Shown>): Promise<Shown> {
    const { tokens } = await fetchAuthSession();
    return tokens ? step(tokens) : startAgain('signed-out');
}

async function emailOfUser(): Promise<string> {
    const { tokens } = await fetchAuthSession();
    return String(tokens?.idToken?.payload.email ?? '');
}

export async function leave(): Promise<Shown> {
    await signOut();
    await ended();
    return { view: 'start' };
}

// Errors.

function isNamed(error: unknown, ...names: string[]): boolean {
    return error instanceof Error && names.includes(error.name);
}

/** Starts again if the challenge's token is too old. Throws every other error. */
function endIfTooOld(response: AuthsignalResponse<unknown>): Shown {
    if (response.errorCode === 'expired_token') return startAgain('over');
    throw failure(response);
}

function failure({ error, errorCode }: AuthsignalResponse<unknown>): Error {
    const text = error ?? errorCode ?? 'The authenticator did not answer as expected';
    return Object.assign(new Error(text), { errorCode });
}
