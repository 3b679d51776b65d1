// The calls of Cognito that an app makes: JSON 1.1 over POST, as the AWS SDKs make them.

import { send } from './request.js';

/** An error from Cognito. `type` is its name, for example UsernameExistsException. */
export class CognitoError extends Error {
    constructor(type, message) {
        super(message);
        this.type = type;
    }
}

export class Cognito {
    constructor(clientId) {
        this.clientId = clientId;
    }

    signUp(email, password, more = {}) {
        return this.call('SignUp', {
            Username: email, Password: password, UserAttributes: [{ Name: 'email', Value: email }], ...more,
        });
    }

    confirmSignUp(email, code) {
        return this.call('ConfirmSignUp', { Username: email, ConfirmationCode: code });
    }

    resendConfirmationCode(email) {
        return this.call('ResendConfirmationCode', { Username: email });
    }

    /** Starts a sign-in with custom authentication. It uses SRP only if the additional parameters ask for it. */
    initiateAuth(username, more = {}) {
        return this.call('InitiateAuth', { AuthFlow: 'CUSTOM_AUTH', AuthParameters: { USERNAME: username, ...more } });
    }

    respond(challengeName, session, responses) {
        return this.call('RespondToAuthChallenge', {
            ChallengeName: challengeName, Session: session, ChallengeResponses: responses,
        });
    }

    revoke(refreshToken) {
        return this.call('RevokeToken', { Token: refreshToken });
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
