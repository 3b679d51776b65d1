// From Authsignal's documentation, "React Native" (docs.authsignal.com/sdks/client/mobile), and the types that
// react-native-authsignal 3.3.1 publishes. Only what the sample uses.

export enum ErrorCode {
    user_canceled = 'user_canceled',
    no_credential = 'no_credential',
    matched_excluded_credential = 'matched_excluded_credential',
    token_not_set = 'token_not_set',
    token_required = 'token_required',
    token_invalid = 'token_invalid',
}

export interface AuthsignalResponse<T> {
    data?: T;
    error?: string;
    /** Codes of the server, such as unknown_credential, pass through. */
    errorCode?: ErrorCode | string;
}

export interface SignInResponse {
    isVerified: boolean;
    token?: string;
    userId?: string;
    userAuthenticatorId?: string;
    username?: string;
    displayName?: string;
}

interface Passkey {
    signIn(input?: {
        action?: string;
        token?: string;
        autofill?: boolean;
        preferImmediatelyAvailableCredentials?: boolean;
        syncCredentials?: boolean;
    }): Promise<AuthsignalResponse<SignInResponse>>;
    signUp(input?: {
        token?: string;
        username?: string;
        displayName?: string;
        ignorePasskeyAlreadyExistsError?: boolean;
        syncCredentials?: boolean;
    }): Promise<AuthsignalResponse<{ token: string }>>;
    isSupported(): boolean;
    shouldPromptToCreatePasskey(input?: { username?: string }): Promise<boolean>;
}

interface Email {
    enroll(input: { email: string }): Promise<AuthsignalResponse<void>>;
    challenge(): Promise<AuthsignalResponse<void>>;
    verify(input: { code: string }): Promise<AuthsignalResponse<{
        isVerified: boolean; token?: string; failureReason?: string;
    }>>;
}

export class Authsignal {
    constructor(settings: { tenantID: string; baseURL?: string; deviceID?: string; enableLogging?: boolean });
    readonly passkey: Passkey;
    readonly email: Email;
    setToken(token: string): Promise<void>;
}
