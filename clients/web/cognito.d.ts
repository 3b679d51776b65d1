// The types of cognito.js: Cognito's part of a sign-in, without Amplify.

/** What a CognitoError says; README.md says what to do. */
export type CognitoErrorCode =
    | 'exists' | 'not_confirmed' | 'outage' | 'refused' | 'too_many_requests' | 'unexpected' | 'weak_password'
    | 'wrong_client' | 'wrong_code';

export class CognitoError extends Error {
    constructor(code: CognitoErrorCode, message: string, details?: { type?: string; cause?: unknown });
    readonly code: CognitoErrorCode;
    /** Cognito's own name, such as `NotAuthorizedException`. Undefined in an outage. */
    readonly type?: string;
}

export interface CognitoSettings {
    /** The stack's output UserPoolId, such as `eu-west-1_AbCdEf123`. */
    userPoolId: string;
    /** The stack's output UserPoolClientId: a client without a secret. */
    clientId: string;
    /** Another address than the Region's own: the sandbox's, or one of a proxy. */
    endpoint?: string;
}

/** A challenge of a sign-in. It can be answered once, and for as long as the pool's sessions live. */
export interface Challenge {
    /** `CUSTOM_CHALLENGE`, or another one that the pool asks for. */
    name: string;
    session: string;
    /** Cognito's own name of the user. */
    username: string;
    /** The public parameters: `challenge`, `token` and others (docs/flows.md). `sendCode` takes them as they are. */
    parameters: Record<string, string>;
}

export interface Tokens {
    accessToken: string;
    idToken: string;
    refreshToken: string;
    /** When the access token ends, in milliseconds since 1970, by this device's clock. */
    expiresAt: number;
}

/** Every method throws a CognitoError. */
export class Cognito {
    constructor(settings: CognitoSettings);
    /**
     * Creates an account. Without a password it gets one that nobody knows.
     * @throws `exists`, `weak_password`, `too_many_requests`; `refused` where sign-up is closed
     */
    signUp(email: string, password?: string): Promise<{ isConfirmed: boolean; userId: string }>;
    /**
     * @param code as typed: spaces and digits of other scripts are understood
     * @throws `wrong_code` also for a code that is too old
     */
    confirmSignUp(email: string, code: string): Promise<void>;
    /** Has another code for `confirmSignUp` mailed. */
    resendConfirmation(email: string): Promise<void>;
    /**
     * Starts a sign-in.
     * @param username the `userId` of a passkey, or the address that was typed
     * @param password for flows that start with PASSWORD; it is proven, never sent
     * @throws `not_confirmed`: the account needs `confirmSignUp` first; `refused`: the password is wrong
     */
    start(username: string, password?: string): Promise<Challenge>;
    /**
     * Answers a challenge. A wrong answer is no error: the next challenge comes.
     * @throws `refused`: the sign-in is over, after too many wrong answers or too much time
     */
    answer(
        challenge: Challenge, answer: string,
    ): Promise<{ tokens: Tokens; challenge?: undefined } | { tokens?: undefined; challenge: Challenge }>;
    /** @throws `refused`: the session is over, and the user signs in again */
    refresh(refreshToken: string): Promise<Tokens>;
    signOut(refreshToken: string): Promise<void>;
    /** Every call goes through this one. Override it to tell Cognito more, such as `ClientMetadata`. */
    protected call(operation: string, members: Record<string, unknown>): Promise<Record<string, unknown>>;
}
