// The OpenID provider's API, as Auth0 documents it for apps with native passkeys.

import { send } from './request.js';

const grant = 'urn:okta:params:oauth:grant-type:webauthn';
// One token for the account itself, so that passkeys can be added, renamed and removed without another prompt.
const methods = ['read', 'create', 'update', 'delete'].map((verb) => `${verb}:me:authentication_methods`);
const scope = ['openid', 'profile', 'email', ...methods].join(' ');

/** An error of the provider; `code` is its name, invalid_grant for instance. */
export class ProviderError extends Error {
    constructor(code, message) {
        super(message);
        this.code = code;
    }

    /** Whether there is an account with the address. The provider has one code for this and for other things. */
    get saysUserExists() {
        return this.code === 'invalid_request' && /already exists/i.test(this.message);
    }
}

export class Provider {
    constructor({ issuer, issuerClientId }) {
        this.audience = `${issuer}me/`;
        this.client = { client_id: issuerClientId };
    }

    /** Begins to make an account. */
    register(email) {
        return this.post('/passkey/register', { ...this.client, user_profile: { email } });
    }

    /** Begins to sign in. */
    challenge() {
        return this.post('/passkey/challenge', this.client);
    }

    /** Tokens for a passkey that was made, or used, for a session. */
    token(session, credential) {
        return this.post('/oauth/token', {
            ...this.client, grant_type: grant, scope, audience: this.audience, auth_session: session,
            authn_response: credential,
        });
    }

    /** The ways to sign in that an account has. */
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

    /** Gives one of the ways to sign in a name. */
    rename(bearer, id, name) {
        return this.post(methodPath(id), { name }, authorization(bearer), 'PATCH');
    }

    /** Takes one of the ways to sign in away. */
    remove(bearer, id) {
        return this.call(methodPath(id), { method: 'DELETE', headers: authorization(bearer) });
    }

    post(path, body, headers = {}, method = 'POST') {
        return this.call(path, { method, headers: { 'Content-Type': 'application/json', ...headers }, body });
    }

    async call(path, options) {
        const { isOK, json } = await send(path, options);
        if (isOK) return json;
        throw new ProviderError(json.error ?? json.title ?? '', json.error_description ?? json.detail ?? '');
    }
}

function methodPath(id) {
    return `/me/v1/authentication-methods/${encodeURIComponent(id)}`;
}

function authorization(bearer) {
    return { Authorization: `Bearer ${bearer}` };
}
