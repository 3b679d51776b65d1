// The calls of Cognito that an app makes: JSON 1.1 over POST, as the AWS SDKs make them.

import { authenticate, text } from './hmac.js';
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
    constructor({ clientId, clientSecret }) {
        this.clientId = clientId;
        this.clientSecret = clientSecret;
    }

    async signUp(email, password, more = {}) {
        return this.call('SignUp', {
            ...await this.hash('SecretHash', email),
            Username: email, Password: password, UserAttributes: [{ Name: 'email', Value: email }], ...more,
        });
    }

    async confirmSignUp(email, code) {
        const hash = await this.hash('SecretHash', email);
        return this.call('ConfirmSignUp', { ...hash, Username: email, ConfirmationCode: code });
    }

    async resendConfirmationCode(email) {
        return this.call('ResendConfirmationCode', { ...await this.hash('SecretHash', email), Username: email });
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
