// The OpenID provider's API, as Auth0 documents it for apps with native passkeys.

import { send } from './request.js';

const grant = 'urn:okta:params:oauth:grant-type:webauthn';
// The token also covers the account itself, so that passkeys can be added, renamed and removed without another prompt.
const methods = ['read', 'create', 'update', 'delete'].map((verb) => `${verb}:me:authentication_methods`);
const scope = ['openid', 'profile', 'email', ...methods].join(' ');

/** The web client's codes for those of the provider. Others stay as they are. */
const codes = { invalid_grant: 'none_here', invalid_token: 'unauthorized', server_error: 'outage' };

/** An error from the provider, with a code that <passkey-sign-in> knows. */
export class ProviderError extends Error {
    constructor(code, message, unverified = []) {
        super(message);
        this.code = codes[code] ?? code;
        /** The identifiers whose code was wrong. The same session takes another one. */
        this.unverified = unverified;
    }

    /** Whether an account with the address exists. The provider uses the same code for other errors. */
    get saysUserExists() {
        return this.code === 'invalid_request' && /already exists/i.test(this.message);
    }
}

export class Provider {
    constructor({ issuer, issuerClientId }) {
        this.audience = `${issuer}me/`;
        this.client = { client_id: issuerClientId };
    }

    /** Begins to create an account. */
    register(email) {
        return this.post('/passkey/register', { ...this.client, user_profile: { email } });
    }

    /** Begins to sign in. */
    challenge() {
        return this.post('/passkey/challenge', this.client);
    }

    /** Exchanges a passkey that was created or used in a session for tokens. A sign-up may need codes as well. */
    token(session, credential, verification) {
        return this.post('/oauth/token', {
            ...this.client, grant_type: grant, scope, audience: this.audience, auth_session: session,
            authn_response: credential, verification,
        });
    }

    /** Lists an account's authentication methods. */
    async methods(bearer) {
        const answer = await this.call('/me/v1/authentication-methods', { headers: authorization(bearer) });
        return answer.authentication_methods;
    }

    /** Begins to add a passkey to an account. */
    enrol(bearer) {
        return this.post('/me/v1/authentication-methods', { type: 'passkey' }, authorization(bearer));
    }

    verifyEnrolment(bearer, session, credential) {
        const path = '/me/v1/authentication-methods/passkey%7Cnew/verify';
        return this.post(path, { auth_session: session, authn_response: credential }, authorization(bearer));
    }

    /** Names an authentication method. */
    rename(bearer, id, name) {
        return this.post(methodPath(id), { name }, authorization(bearer), 'PATCH');
    }

    /** Removes an authentication method. */
    remove(bearer, id) {
        return this.call(methodPath(id), { method: 'DELETE', headers: authorization(bearer) });
    }

    post(path, body, headers = {}, method = 'POST') {
        return this.call(path, { method, headers: { 'Content-Type': 'application/json', ...headers }, body });
    }

    async call(path, options) {
        const { isOK, json } = await send(path, options);
        if (isOK) return json;
        throw new ProviderError(json.error ?? json.title ?? '', json.error_description ?? json.detail ?? '',
            json.verification_required);
    }
}

function methodPath(id) {
    return `/me/v1/authentication-methods/${encodeURIComponent(id)}`;
}

function authorization(bearer) {
    return { Authorization: `Bearer ${bearer}` };
}
