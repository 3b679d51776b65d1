// What differs from app to app. These are the addresses of a sandbox with --https dev.example.com: see docs/sandbox.md.

export const settings = {
    cognito: {
        userPoolId: 'eu-west-1_MySandbox', // the sandbox prints its own
        userPoolClientId: 'sandbox0app0client',
        userPoolEndpoint: 'https://dev.example.com', // for the sandbox only: without it, Amplify calls Cognito
    },
    authsignal: {
        tenantID: 'eu-west-1_MySandbox', // the same; 'sandbox-tenant' in authsignal mode
        baseURL: 'https://dev.example.com/v1', // for example https://eu.api.authsignal.com/v1
    },
    /** The action that a proof is for: the functions' AUTHSIGNAL_ACTION. */
    action: 'cognitoAuth',
    /** Seconds for which a passkey's proof outlives the app, at most the functions' MAX_PROOF_AGE; 0 keeps none. */
    maxProofAge: 300,
    /** Whether SIGN_IN_FLOW begins with PASSWORD. */
    passwordFirst: false,
    /** Whether SIGN_IN_FLOW ends with RESULT_TOKEN. EMAIL_OTP has no passkeys. */
    hasPasskeys: true,
    /** The stack's output AddAuthenticatorUrl. */
    addAuthenticatorUrl: 'https://dev.example.com/add-authenticator',
    /** Your page that shows the CAPTCHA's widget: docs/apps/captcha.html. */
    captchaPage: 'https://dev.example.com/captcha.html',
};
