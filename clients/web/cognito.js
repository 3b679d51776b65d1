// Cognito's part of a sign-in by plain calls, for apps without Amplify and without an AWS SDK: accounts, the custom
// challenge, new tokens, and the end of a session. README.md shows a whole sign-in.

/** An error with one of the codes in README.md. `type` is Cognito's own name for it; undefined in an outage. */
export class CognitoError extends Error {
    constructor(code, message, { type, cause } = {}) {
        super(message, { cause });
        this.name = 'CognitoError';
        this.code = code;
        this.type = type;
    }
}

const codes = new Map([
    ['CodeMismatchException', 'wrong_code'], ['ExpiredCodeException', 'wrong_code'],
    ['InvalidPasswordException', 'weak_password'], ['LimitExceededException', 'too_many_requests'],
    ['NotAuthorizedException', 'refused'], ['ResourceNotFoundException', 'wrong_client'],
    ['TooManyRequestsException', 'too_many_requests'], ['UsernameExistsException', 'exists'],
    ['UserNotConfirmedException', 'not_confirmed'],
]);
/** How long Cognito may take for an answer, in milliseconds. */
const patience = 15_000;

export class Cognito {
    #url;
    #client;
    #pool;

    /** `userPoolId` and `clientId` are the stack's outputs UserPoolId and UserPoolClientId: a client without secret. */
    constructor({ userPoolId, clientId, endpoint }) {
        this.#url = endpoint ?? `https://cognito-idp.${userPoolId.split('_')[0]}.amazonaws.com/`;
        this.#client = clientId;
        this.#pool = userPoolId;
    }

    /** Creates an account. Without a password it gets one that nobody knows, for sign-ins that never ask for it. */
    async signUp(email, password = `${crypto.randomUUID()}-Aa1`) {
        const { UserConfirmed: isConfirmed, UserSub: userId } = await this.call('SignUp', {
            Username: email, Password: password, UserAttributes: [{ Name: 'email', Value: email }],
        });
        return { isConfirmed, userId };
    }

    /** Confirms an account with the code that Cognito has mailed, in pools that ask for it. */
    async confirmSignUp(email, code) {
        await this.call('ConfirmSignUp', { Username: email, ConfirmationCode: digitsOf(code) });
    }

    /** Mails another code for `confirmSignUp`. */
    async resendConfirmation(email) {
        await this.call('ResendConfirmationCode', { Username: email });
    }

    /**
     * Starts a sign-in, with the user's id or address. In flows that start with PASSWORD it proves the password, without
     * sending it. Returns the first challenge after that.
     */
    async start(username, password) {
        const proof = password === undefined ? undefined
            : new (await import('./srp.js')).PasswordProof(password, this.#pool);
        const begun = await this.call('InitiateAuth', {
            AuthFlow: 'CUSTOM_AUTH', AuthParameters: { USERNAME: username, ...proof?.start },
        });
        if (!proof) return challenge(begun, username);
        const { ChallengeName: name, Session: session, ChallengeParameters: asked } = begun;
        const user = asked.USERNAME ?? username;
        const responses = { USERNAME: user, ...await proof.answer(asked) };
        return challenge(await this.call('RespondToAuthChallenge', {
            ChallengeName: name, Session: session, ChallengeResponses: responses,
        }), user);
    }

    /** Answers a challenge. Returns `tokens`, or the next `challenge`: after a wrong answer the same one again. */
    async answer({ name, session, username }, answer) {
        const answered = await this.call('RespondToAuthChallenge', {
            ChallengeName: name, Session: session, ChallengeResponses: { USERNAME: username, ANSWER: answer },
        });
        const result = answered.AuthenticationResult;
        return result ? { tokens: tokens(result) } : { challenge: challenge(answered, username) };
    }

    /** Returns new tokens. The refresh token may be a new one too, so keep the one that comes with them. */
    async refresh(refreshToken) {
        const { AuthenticationResult: result } =
            await this.call('GetTokensFromRefreshToken', { RefreshToken: refreshToken });
        return tokens({ RefreshToken: refreshToken, ...result });
    }

    /** Ends the session of a refresh token: no new tokens come from it. */
    async signOut(refreshToken) {
        await this.call('RevokeToken', { Token: refreshToken });
    }

    /** Makes one of Cognito's calls. An app that has more to tell Cognito, such as ClientMetadata, overrides it. */
    async call(operation, members) {
        let response, answer;
        try {
            response = await fetch(this.#url, {
                method: 'POST', cache: 'no-store', credentials: 'omit', redirect: 'error',
                signal: AbortSignal.timeout(patience),
                headers: {
                    'Content-Type': 'application/x-amz-json-1.1',
                    'X-Amz-Target': `AWSCognitoIdentityProviderService.${operation}`,
                },
                body: JSON.stringify({ ClientId: this.#client, ...members }),
            });
            const text = await response.text();
            answer = text === '' ? {} : JSON.parse(text);
        } catch (cause) {
            throw new CognitoError('outage', 'Cognito did not answer', { cause });
        }
        if (response.ok) return answer;
        // The name may have a prefix that ends in #.
        const type = String(answer.__type ?? '').split('#').pop();
        const code = codes.get(type) ?? (response.status >= 500 ? 'outage' : 'unexpected');
        throw new CognitoError(code, answer.message ?? `The answer has status ${response.status}`, { type });
    }
}

/** The digits alone, as Cognito takes its own codes. Keyboards of other scripts have digits of their own. */
function digitsOf(code) {
    return (code.match(/\p{Nd}/gu) ?? []).map((digit) => {
        // Each script has its ten digits in a row.
        let zero = digit.codePointAt(0);
        const value = zero;
        while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
        return (value - zero) % 10;
    }).join('') || code;
}

/** A challenge, with Cognito's own name for the user, which its answer must have. */
function challenge({ ChallengeName: name, Session: session, ChallengeParameters: parameters }, username) {
    return { name, session, username: parameters.USERNAME ?? username, parameters };
}

function tokens({ AccessToken: accessToken, IdToken: idToken, RefreshToken: refreshToken, ExpiresIn: seconds }) {
    return { accessToken, idToken, refreshToken, expiresAt: Date.now() + seconds * 1_000 };
}
