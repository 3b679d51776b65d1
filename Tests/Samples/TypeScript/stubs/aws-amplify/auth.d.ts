// From Amplify's documentation, "Sign-in", "Multi-step sign-in", "Custom auth flows" and "Manage user sessions"
// (docs.amplify.aws/react-native), and the API reference of aws-amplify 6.20.0: aws-amplify/auth. Only what the sample
// uses; of the steps, all, so that the sample shows that it distinguishes them.

type AuthFlowType = 'USER_AUTH' | 'USER_SRP_AUTH' | 'CUSTOM_WITH_SRP' | 'CUSTOM_WITHOUT_SRP' | 'USER_PASSWORD_AUTH';

type ClientMetadata = Record<string, string>;

export interface SignInInput {
    username: string;
    password?: string;
    options?: { authFlowType?: AuthFlowType; clientMetadata?: ClientMetadata };
}

type NextSignInStep =
    | { signInStep: 'CONFIRM_SIGN_IN_WITH_CUSTOM_CHALLENGE'; additionalInfo?: Record<string, string> }
    | { signInStep: 'CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED'; missingAttributes?: string[] }
    | { signInStep: 'CONFIRM_SIGN_IN_WITH_SMS_CODE' | 'CONFIRM_SIGN_IN_WITH_EMAIL_CODE' }
    | { signInStep: 'CONFIRM_SIGN_IN_WITH_TOTP_CODE' | 'CONFIRM_SIGN_IN_WITH_PASSWORD' }
    | { signInStep: 'CONTINUE_SIGN_IN_WITH_TOTP_SETUP' | 'CONTINUE_SIGN_IN_WITH_EMAIL_SETUP' }
    | { signInStep: 'CONTINUE_SIGN_IN_WITH_MFA_SELECTION' | 'CONTINUE_SIGN_IN_WITH_MFA_SETUP_SELECTION' }
    | { signInStep: 'CONTINUE_SIGN_IN_WITH_FIRST_FACTOR_SELECTION'; availableChallenges?: string[] }
    | { signInStep: 'CONFIRM_SIGN_UP' | 'RESET_PASSWORD' | 'DONE' };

export interface SignInOutput {
    isSignedIn: boolean;
    nextStep: NextSignInStep;
}

export type ConfirmSignInOutput = SignInOutput;

export interface SignUpInput {
    username: string;
    password?: string;
    options?: { userAttributes: Record<string, string>; clientMetadata?: ClientMetadata };
}

export interface SignUpOutput {
    isSignUpComplete: boolean;
    userId?: string;
    nextStep: { signUpStep: 'CONFIRM_SIGN_UP' | 'COMPLETE_AUTO_SIGN_IN' | 'DONE' };
}

interface JWT {
    payload: { [claim: string]: unknown };
    toString(): string;
}

export interface AuthSession {
    tokens?: { accessToken: JWT; idToken?: JWT };
    userSub?: string;
}

export function signUp(input: SignUpInput): Promise<SignUpOutput>;
export function confirmSignUp(input: { username: string; confirmationCode: string }): Promise<SignUpOutput>;
export function resendSignUpCode(input: { username: string }): Promise<{ destination?: string }>;
export function signIn(input: SignInInput): Promise<SignInOutput>;
export function confirmSignIn(input: {
    challengeResponse: string; options?: { clientMetadata?: ClientMetadata };
}): Promise<ConfirmSignInOutput>;
export function fetchAuthSession(options?: { forceRefresh?: boolean }): Promise<AuthSession>;
export function signOut(input?: { global: boolean }): Promise<void>;
