// Sign-in with Auth0's native passkeys, in `oidc` mode: Amplify JS v6, and the ID token as the answer to Cognito.
//
// Each function takes one step of the user and returns what the page shows next: the view `start`, `confirm` (the form
// for the code that Cognito mails) or `account`. `why` names what the page should say. Without `view`, the page stays
// as it is. A function throws if something failed.

import { Amplify } from 'aws-amplify';
import {
    confirmSignIn, confirmSignUp, fetchAuthSession, resendSignUpCode, signIn, signOut, signUp,
} from 'aws-amplify/auth';
import { enrol, prove, register } from './auth0.js';
import { settings } from './settings.js';

Amplify.configure({ Auth: { Cognito: settings.cognito } });

/** The last proof. Its ID token signs in for 120 seconds. */
let proof;
const freshFor = 100_000;

// The account that this browser has created and not confirmed yet. Somebody else may have created one with the same
// address: a code typed for that would let them in.
const key = 'unconfirmed';

/** What the page shows when it opens. */
export async function resume() {
    const { tokens } = await fetchAuthSession();
    return tokens ? account(tokens) : { view: 'start' };
}

/** Creates an account at Auth0 with a passkey, and one in Cognito that is tied to it. */
export async function createAccount(email) {
    const made = await unlessCancelled(() => register(email));
    if (made === undefined) return { view: 'start', why: 'not-created' };
    proof = made ?? await unlessCancelled(() => unfinished(email));
    if (!proof) return { view: 'start', why: 'account-exists' };
    const { iss, sub, email: username } = proof.claims; // the name as Auth0 writes it, as in later tokens
    const subject = `${iss}|${sub}`;
    try {
        const { nextStep } = await signUp({ username, password: `${crypto.randomUUID()}-Aa1`, options: {
            userAttributes: { email: username, 'custom:oidc_subject': subject },
            clientMetadata: { idToken: proof.token },
        } });
        if (nextStep.signUpStep === 'DONE') return begin();
        localStorage.setItem(key, subject);
    } catch (error) {
        if (error.name !== 'UsernameExistsException') throw error;
        if (localStorage.getItem(key) !== subject) return { view: 'start', why: 'account-exists' };
        await resendSignUpCode({ username });
    }
    return { view: 'confirm' };
}

/** The account exists at Auth0. It is the user's own if its passkey is here: perhaps Cognito never heard of it. */
async function unfinished(email) {
    const found = await prove();
    return found.claims.email.toLowerCase() === email.toLowerCase() ? found : undefined;
}

/** Confirms the account with the code that Cognito mailed. */
export async function confirmAccount(code) {
    if (!proof) return { view: 'start', why: 'over' };
    try {
        await confirmSignUp({ username: proof.claims.email, confirmationCode: code });
    } catch (error) {
        if (!['CodeMismatchException', 'ExpiredCodeException'].includes(error.name)) throw error;
        return { why: 'wrong-code' };
    }
    localStorage.removeItem(key);
    return Date.now() - proof.madeAt < freshFor ? begin() : signInWithPasskey();
}

/** Signs in with a passkey. The user types nothing. */
export async function signInWithPasskey() {
    proof = await unlessCancelled(prove);
    return proof ? begin() : { view: 'start', why: 'no-passkey' };
}

async function begin() {
    let { nextStep } = await signIn({
        username: proof.claims.email, options: { authFlowType: 'CUSTOM_WITHOUT_SRP' },
    });
    if (nextStep.signInStep === 'CONFIRM_SIGN_IN_WITH_CUSTOM_CHALLENGE') {
        ({ nextStep } = await confirmSignIn({ challengeResponse: proof.token }));
    }
    switch (nextStep.signInStep) {
    case 'DONE': return resume();
    case 'CONFIRM_SIGN_UP': return { view: 'start', why: 'not-confirmed' };
    default: return { view: 'start', why: 'refused' };
    }
}

/** Adds a passkey. The access token of the last proof allows it; after a reload there is another prompt first. */
export async function addPasskey() {
    const done = await unlessCancelled(async () => {
        proof ??= await prove();
        await enrol(proof);
        return true;
    });
    return { why: done ? 'passkey-created' : 'not-created' };
}

export async function leave() {
    await signOut();
    proof = undefined;
    return { view: 'start' };
}

function account({ idToken }) {
    return { view: 'account', email: idToken.payload.email };
}

/** Browsers do not tell a cancelled prompt from a missing passkey, or from one that the device has already. */
async function unlessCancelled(ceremony) {
    try {
        return await ceremony();
    } catch (error) {
        if (!['NotAllowedError', 'InvalidStateError'].includes(error.name)) throw error;
        return undefined;
    }
}
