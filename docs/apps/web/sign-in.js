// Sign-in with passkeys and emailed codes, for every SIGN_IN_FLOW: Amplify JS v6 and the web client, or in `authsignal`
// mode Authsignal's browser SDK.
//
// Each function takes one step of the user and returns what the page shows next, as `{ view, why, … }`:
//
//   start    the form for the address, with buttons for a passkey and for a new account
//   confirm  the form for the code that Cognito itself mails after a sign-up, in pools that ask for it
//   captcha  the CAPTCHA's widget, with `siteKey` and `action`
//   choose   a passkey or a code
//   code     the form for the emailed code
//   offer    the offer of a passkey to somebody who signed in with a code
//   account  the user is signed in, with the list of their `passkeys` for some minutes after a proof
//
// `why` names what the page should say. Without `view`, the page stays as it is. A function throws if something failed,
// in an outage for example: the page says so, stays as it is, and the user can try again.

import { Amplify } from 'aws-amplify';
import {
    confirmSignIn, confirmSignUp, fetchAuthSession, resendSignUpCode, signIn, signOut, signUp,
} from 'aws-amplify/auth';
import { Authenticator, canCreate, stopBackground, tellName } from 'cognito-passkeys-web';
import { settings } from './settings.js';

Amplify.configure({ Auth: { Cognito: settings.cognito } });
const authenticator = settings.tokenMode === 'authsignal'
    ? new (await import('./authsignal.js')).AuthsignalSDK(settings.authenticator, settings.action)
    : new Authenticator({ ...settings.authenticator, action: settings.action });

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

// The last proof: its token, whose passkey it was, and the user. For some minutes the token lets this user see and
// change their passkeys; there is none if Cognito itself has verified the passkey. All tabs share Cognito's tokens, so
// another one may sign out, or sign in as somebody else: before a proof is used, its user is compared with the one who
// is signed in.

const proofKey = 'proof';
let lastProof = JSON.parse(sessionStorage.getItem(proofKey)) ?? {};

/** The user whom the page shows, by Cognito's own name. */
let shownUser;

/** Keeps the user's proof in place of the last one. Without a proof, it only forgets the last one. */
function keep(proof, user) {
    lastProof = proof ? { ...proof, user } : {};
    if (proof) sessionStorage.setItem(proofKey, JSON.stringify(lastProof));
    else sessionStorage.removeItem(proofKey);
}

function nameOf({ idToken }) {
    return idToken.payload['cognito:username'];
}

/** Returns a view, and remembers it for a reload. */
function show(shown) {
    remember({ shown: { ...shown, why: undefined } });
    return shown;
}

/** Ends the sign-in in progress, or the session; returns the first view with the address that was typed. */
function startAgain(why) {
    const { email } = pending;
    forget();
    keep();
    shownUser = undefined;
    return { view: 'start', email, why };
}

/** What the page shows when it opens: the account, the step where a reload interrupted the sign-in, or the start. */
export async function resume() {
    const { tokens } = await fetchAuthSession();
    if (tokens) return account();
    // Proven, but the page closed before Cognito was told.
    if (pending.proof && pending.parameters.challenge === 'RESULT_TOKEN') return answer(pending.proof.answer);
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
        await confirmSignUp({ username: pending.email, confirmationCode: digitsOf(code) });
    } catch (error) {
        if (!['CodeMismatchException', 'ExpiredCodeException'].includes(error.name)) throw error;
        return { why: 'wrong_code' };
    }
    return settings.passwordFirst ? startAgain('confirmed') : signInByEmail(pending.email);
}

/** The digits alone, as Cognito takes its own codes. Keyboards of other scripts have digits of their own. */
function digitsOf(code) {
    return (code.match(/\p{Nd}/gu) ?? []).map((digit) => {
        // Each script has its ten digits in a row.
        let zero = digit.codePointAt(0);
        const value = zero;
        while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
        return (value - zero) % 10;
    }).join('');
}

// The sign-in.

/** Signs in with a passkey. The user types nothing, because the passkey says who it is. */
export async function signInWithPasskey(chosen) {
    const proof = chosen ?? await usePasskey();
    if (!proof) return { why: 'no-passkey' };
    // The user's id stays the same if the address changes. In a pool where people sign in by email it is their name.
    return begin({ username: proof.userId, proof });
}

/** Offers passkeys among the suggestions of the address. Returns what `signInWithPasskey` takes, if one was chosen. */
export async function suggestPasskeys() {
    return settings.hasPasskeys && !settings.passwordFirst ? authenticator.autofill?.() : undefined;
}

/** Ends what waits in the background, because the user does something else. */
export { stopBackground };

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
        if (pending.proof) return answer(pending.proof.answer);
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
    const { proof, parameters } = pending;
    if (challengeResponse === proof?.answer) {
        remember({ proof: undefined }); // it counts once
        if (result.isSignedIn) keep({ token: proof.token, owner: proof.owner }, parameters.USERNAME);
        else if (await isUnknown(proof)) return startAgain('no-passkey');
    }
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
        proof = await usePasskey(pending.parameters);
    } catch (error) {
        return endIfTooOld(error);
    }
    if (!proof) return { why: 'no-passkey' };
    remember({ proof });
    return answer(proof.answer);
}

/** Whether the passkey that Cognito has refused is not registered. Then the password manager forgets it. */
async function isUnknown(proof) {
    try { await authenticator.prove?.(proof); } catch (error) { return error.code === 'none_here'; }
    return false;
}

/**
 * Asks the user for a passkey. Returns undefined if there is none here or if the user cancelled: then a code is the way
 * to go on. It throws for everything else. An outage must not look like a missing passkey.
 */
async function usePasskey(options) {
    try {
        return await authenticator.signIn(options);
    } catch (error) {
        if (['cancelled', 'none_here'].includes(error.code)) return undefined;
        throw error;
    }
}

/** Creates a passkey for the user who has just signed in with a code. */
export async function createPasskey() {
    return whileSignedIn((tokens) => (lastProof.token ? registerPasskey(tokens, lastProof.token) : addPasskey()));
}

/** Lets the browser create a passkey without asking, which it does right after a saved password. */
export async function createPasskeyQuietly() {
    if (!settings.passwordFirst || !lastProof.token) return {};
    return whileSignedIn(async (tokens) => {
        const { token } = lastProof;
        const created = await authenticator.createPasskeyQuietly?.(token, { username: tokens.idToken.payload.email });
        if (!created) return {};
        keep({ token, owner: created.owner }, nameOf(tokens)); // the new passkey has proven nothing yet
        return account('passkey-created');
    });
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
            method: 'POST', headers: { Authorization: `Bearer ${tokens.accessToken}` }, redirect: 'error',
        });
        const { token, error } = await response.json();
        // The user stays signed in, and chooses when to sign in again.
        if (error === 'insufficient_user_authentication') return account('signed-in-too-long-ago');
        if (!response.ok) throw new Error(error);
        return registerPasskey(tokens, token);
    });
}

async function registerPasskey(tokens, token) {
    try {
        // The prompts show this name when the user chooses a passkey.
        const created = await authenticator.createPasskey(token, { username: tokens.idToken.payload.email });
        keep(created, nameOf(tokens));
    } catch (error) {
        // The mobile SDKs ignore this one with ignorePasskeyAlreadyExistsError.
        if (error.code === 'passkey_exists') return account('passkey-exists');
        if (error.code === 'cancelled') return { why: 'not-created' };
        // The proof is too old, or what it proves was removed, the sign-in not.
        if (isOver(error) && token === lastProof.token) return addPasskey();
        throw error;
    }
    return account('passkey-created');
}

/** Whether to offer a passkey. The mobile SDKs answer this with shouldPromptToCreatePasskey. */
async function shouldOfferPasskey() {
    return localStorage.getItem('no-passkey-offer') === null && canCreate();
}

// The user's passkeys.

/** Proves a passkey of the signed-in user once more, so that they see their passkeys and can change them. */
export async function showPasskeys() {
    return whileSignedIn(async (tokens) => {
        const proof = await usePasskey({ prove: true });
        if (!proof) return { why: 'not-proven' };
        if (proof.userId !== tokens.idToken.payload.sub) return { why: 'other-account' };
        keep(proof, nameOf(tokens));
        return account();
    });
}

/** Gives a passkey a name, which only its user sees. */
export async function renamePasskey(passkey, name) {
    return changePasskeys(() => authenticator.rename(lastProof.token, passkey, name), 'passkey-renamed');
}

/** Removes a passkey. It signs nobody in any more, and the password manager learns of it. */
export async function removePasskey(passkey) {
    return changePasskeys(() => authenticator.remove(lastProof.token, passkey, lastProof.owner), 'passkey-removed');
}

async function changePasskeys(change, why) {
    return whileSignedIn(async () => {
        try {
            await change();
        } catch (error) {
            if (!isOver(error)) throw error;
            keep();
            return account('prove-again');
        }
        return account(why);
    });
}

/** Whether an error says that a proof is too old, or that its passkey has been removed. */
function isOver({ code }) {
    return ['expired_token', 'unauthorized'].includes(code);
}

/** The user's passkeys; undefined if the last proof is over, or if they cannot be listed now. */
async function passkeys() {
    const { token, owner } = lastProof;
    if (!token) return undefined;
    try { return await authenticator.list?.(token, owner); } catch (error) {
        if (isOver(error)) keep();
        return undefined;
    }
}

// Emailed codes.

/** Has a code mailed to the address. */
export async function sendCode() {
    const { parameters, email } = pending;
    // Somebody who came with a passkey has typed no address.
    if (parameters.isEnrolled !== 'true' && !email) return startAgain('refused');
    try {
        await authenticator.sendCode(parameters, email);
    } catch (error) {
        // In authsignal mode, for example, there is no account with this address.
        if (error.code === 'unauthorized') return startAgain('no-code');
        return endIfTooOld(error);
    }
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
    // Cognito counts every answer, so fewer than six letters and digits are not sent. The rest is forgiven.
    if ((code.match(/[a-z\p{Nd}]/giu) ?? []).length < 6) return { why: 'wrong_code' };
    if (pending.parameters.challenge === 'EMAIL_OTP') return answer(code);
    // A code counts once. If Cognito could not be reached after it, the proof is still there.
    if (!pending.proof) {
        try {
            const token = await authenticator.verifyCode(pending.parameters.token, code);
            remember({ proof: { token, answer: token }, offersPasskey: true });
        } catch (error) {
            if (['wrong_code', 'too_many_wrong_codes'].includes(error.code)) return { why: error.code }; // it goes on
            return endIfTooOld(error);
        }
    }
    return answer(pending.proof.answer);
}

// Signed in.

async function finish() {
    const { offersPasskey, parameters } = pending;
    forget();
    if (!offersPasskey || !await shouldOfferPasskey()) return account();
    shownUser = parameters.USERNAME;
    return { view: 'offer' };
}

/** The account of whoever is signed in now, with nothing of anybody else's. */
export async function account(why) {
    const { tokens } = await fetchAuthSession();
    if (!tokens) return startAgain('signed-out');
    const user = nameOf(tokens);
    const isAnother = user !== (shownUser ?? user);
    shownUser = user;
    forget();
    if (lastProof.user !== user) keep();
    const { email } = tokens.idToken.payload;
    // The address may have changed since the passkey was created.
    if (lastProof.owner) await tellName(lastProof.owner, email);
    return { view: 'account', email, passkeys: await passkeys(), why: isAnother ? 'another-user' : why };
}

/** Takes a step of the user whom the page shows. If that is no longer the one who is signed in, shows who is. */
async function whileSignedIn(step) {
    const { tokens } = await fetchAuthSession();
    return tokens && nameOf(tokens) === shownUser ? step(tokens) : account();
}

/** Whether another tab has signed out, or signed in as somebody else. Then the last proof is worth nothing here. */
export async function userHasChanged() {
    const { tokens } = await fetchAuthSession();
    const user = tokens && nameOf(tokens);
    if (lastProof.user !== user) keep();
    return user !== shownUser;
}

export async function leave() {
    keep();
    await signOut();
    return startAgain();
}

/** Starts again if the challenge's token is too old. Throws every other error. */
function endIfTooOld(error) {
    if (error.code !== 'expired_token') throw error;
    return startAgain('over');
}
