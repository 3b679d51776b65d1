// The authenticator's client API, as Authsignal's browser SDK calls it.

import { send } from './request.js';

/** An error from the authenticator. `code` is its name, for example expired_token; `path` is what was called. */
export class AuthenticatorError extends Error {
    constructor(code, message, path) {
        super(message);
        this.code = code;
        this.path = path;
    }
}

export class Authenticator {
    constructor(tenantId) {
        // The browser SDK sends the tenant escaped and without a colon.
        this.anonymous = `Basic ${btoa(encodeURIComponent(tenantId))}`;
    }

    enrolEmail(token, email) {
        return this.post('user-authenticators/email-otp', bearer(token), { email });
    }

    challengeEmail(token) {
        return this.post('challenge/email-otp', bearer(token));
    }

    verifyEmail(token, code) {
        return this.post('verify/email-otp', bearer(token), { verificationCode: code });
    }

    /** Starts an action for a user who is not known yet. */
    challenge(action) {
        return this.post('challenge', this.anonymous, { action });
    }

    passkeyOptions(challengeId) {
        return this.post('user-authenticators/passkey/authentication-options', this.anonymous, { challengeId });
    }

    verifyPasskey(challengeId, authenticationCredential) {
        return this.post('verify/passkey', this.anonymous, { challengeId, authenticationCredential });
    }

    /** A passkey that is created without asking the person has to be announced here. */
    registrationOptions(token, username, conditionalCreate) {
        return this.post('user-authenticators/passkey/registration-options', bearer(token), {
            username, displayName: username, conditionalCreate,
        });
    }

    addPasskey(token, challengeId, registrationCredential) {
        return this.post('user-authenticators/passkey', bearer(token), { challengeId, registrationCredential });
    }

    list(token) {
        return this.call('user-authenticators', { headers: { Authorization: bearer(token) } });
    }

    rename(token, id, name) {
        const headers = { 'Authorization': bearer(token), 'Content-Type': 'application/json' };
        const path = `user-authenticators/${encodeURIComponent(id)}`;
        return this.call(path, { method: 'PATCH', headers, body: { name } });
    }

    remove(token, id) {
        const headers = { Authorization: bearer(token) };
        return this.call(`user-authenticators/${encodeURIComponent(id)}`, { method: 'DELETE', headers });
    }

    post(path, authorization, body) {
        const headers = { 'Authorization': authorization, 'Content-Type': 'application/json' };
        return this.call(path, { method: 'POST', headers, body });
    }

    async call(path, options) {
        const answer = await send(`/v1/client/${path}`, options);
        if (answer.status === 200) return answer.json;
        const { error, errorCode, errorDescription } = answer.json;
        throw new AuthenticatorError(errorCode ?? error ?? '', errorDescription ?? '', path);
    }
}

function bearer(token) {
    return `Bearer ${token}`;
}
