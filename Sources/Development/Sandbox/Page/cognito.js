// The calls of Cognito that an app makes: JSON 1.1 over POST, as the AWS SDKs make them.

import { authenticate, text } from './srp.js';
import { send } from './request.js';

/** An error from Cognito. `type` is its name, for example UsernameExistsException. */
export class CognitoError extends Error {
    constructor(type, message) {
        super(message);
        this.type = type;
    }
}

export class Cognito {
    /** An app client has a secret only if the sandbox was started with one. An app in a browser cannot keep one. */
    constructor({ clientId, clientSecret, aliases }) {
        this.clientId = clientId;
        this.clientSecret = clientSecret;
        this.aliases = aliases;
        /** The names of new accounts by their addresses, in a pool where an address is no name. */
        this.names = new Map();
    }

    async signUp(email, password, more = {}) {
        const name = this.aliases.length > 0 ? crypto.randomUUID() : email;
        const answer = await this.call('SignUp', {
            ...await this.hash('SecretHash', name),
            Username: name, Password: password, UserAttributes: [{ Name: 'email', Value: email }], ...more,
        });
        this.names.set(email, name);
        return answer;
    }

    async confirmSignUp(email, code) {
        return this.call('ConfirmSignUp', { ...await this.newAccount(email), ConfirmationCode: code });
    }

    async resendConfirmationCode(email) {
        return this.call('ResendConfirmationCode', await this.newAccount(email));
    }

    /** The members that name an account which is not confirmed yet. */
    async newAccount(email) {
        const name = this.names.get(email) ?? email;
        return { ...await this.hash('SecretHash', name), Username: name };
    }

    /** Starts a sign-in with custom authentication. It uses SRP only if the additional parameters ask for it. */
    async initiateAuth(username, more = {}) {
        const parameters = { ...await this.hash('SECRET_HASH', username), USERNAME: username, ...more };
        return this.call('InitiateAuth', { AuthFlow: 'CUSTOM_AUTH', AuthParameters: parameters });
    }

    async respond(challengeName, session, responses) {
        return this.call('RespondToAuthChallenge', {
            ChallengeName: challengeName, Session: session,
            ChallengeResponses: { ...await this.hash('SECRET_HASH', responses.USERNAME), ...responses },
        });
    }

    getUser(accessToken) {
        return this.call('GetUser', { AccessToken: accessToken });
    }

    revoke(refreshToken) {
        return this.call('RevokeToken', { Token: refreshToken, ClientSecret: this.clientSecret });
    }

    /** The proof of the secret, under the name that a call has for it; empty without a secret. */
    async hash(name, username) {
        if (!this.clientSecret) return {};
        const code = await authenticate(text(this.clientSecret), text(username + this.clientId));
        return { [name]: btoa(String.fromCharCode(...code)) };
    }

    async call(operation, members) {
        const answer = await send('/', {
            method: 'POST',
            headers: {
                'Content-Type': 'application/x-amz-json-1.1',
                'X-Amz-Target': `AWSCognitoIdentityProviderService.${operation}`,
            },
            body: { ClientId: this.clientId, ...members },
        });
        if (answer.isOK) return answer.json;
        throw new CognitoError(String(answer.json.__type ?? '').split('#').pop(), answer.json.message ?? '');
    }
}
