// Authsignal's browser SDK with the functions and the error codes of the web client, for `authsignal` mode.

import { Authsignal } from '@authsignal/browser';
import { AuthenticatorError } from 'cognito-passkeys-web';

/** The web client's codes for the names of browsers' errors and for codes of the SDK. Others stay as they are. */
const codes = {
    NotAllowedError: 'cancelled',
    InvalidStateError: 'passkey_exists',
    TypeError: 'outage', // fetch
    network_error: 'outage',
    unknown_credential: 'none_here', // the SDK has told the browser to forget it
    no_credential: 'none_here',
};

export class AuthsignalSDK {
    constructor(settings, action) {
        this.sdk = new Authsignal(settings);
        this.action = action;
    }

    async sendCode({ token, isEnrolled }, email) {
        this.sdk.setToken(token);
        await data(isEnrolled === 'true' ? this.sdk.email.challenge() : this.sdk.email.enroll({ email }));
    }

    async verifyCode(token, code) {
        this.sdk.setToken(token);
        const { isVerified, token: proof, failureReason } = await data(this.sdk.email.verify({ code }));
        if (isVerified) return proof;
        const isLast = failureReason === 'MAX_ATTEMPTS_EXCEEDED';
        throw new AuthenticatorError(isLast ? 'too_many_wrong_codes' : 'wrong_code', 'The code is wrong');
    }

    async signIn({ token } = {}) {
        const proof = await data(this.sdk.passkey.signIn(token ? { token } : { action: this.action }));
        if (!proof?.isVerified) throw new AuthenticatorError('not_verified', 'The passkey was not accepted');
        return { token: proof.token, answer: proof.token, userId: proof.userId };
    }

    async createPasskey(token, { username }) {
        const { token: proof } = await data(this.sdk.passkey.signUp({ token, username }));
        return { token: proof };
    }
}

/** What the SDK answers, once it has; throws an error with a code of the web client. */
async function data(call) {
    let response;
    try {
        response = await call;
    } catch (error) {
        throw new AuthenticatorError(codes[error.name] ?? 'unexpected', error.message, { cause: error });
    }
    const { error, errorCode, errorDescription } = response;
    if (error) throw new AuthenticatorError(codes[errorCode] ?? errorCode, errorDescription ?? error);
    return response.data;
}
