// What differs from app to app. These are the addresses of a sandbox that runs with --origin http://localhost:5173.

export const settings = {
    cognito: {
        userPoolId: 'eu-west-1_MySandbox', // the sandbox prints its own
        userPoolClientId: 'sandbox0app0client',
        userPoolEndpoint: 'http://localhost:8377', // for the sandbox only: without it, the app calls Cognito
    },
    authenticator: {
        tenantId: 'eu-west-1_MySandbox', // the same; 'sandbox-tenant' in authsignal mode
        baseUrl: 'http://localhost:8377/v1', // in authsignal mode, for example, https://eu.api.authsignal.com/v1
    },
    /** The functions' token mode: 'signed' uses the web client, 'authsignal' Authsignal's browser SDK. */
    tokenMode: 'signed',
    /** The action that a proof is for: the functions' AUTHSIGNAL_ACTION. */
    action: 'cognitoAuth',
    /** Whether SIGN_IN_FLOW begins with PASSWORD. */
    passwordFirst: false,
    /** Whether SIGN_IN_FLOW ends with RESULT_TOKEN. EMAIL_OTP has no passkeys. */
    hasPasskeys: true,
    /** The stack's output AddAuthenticatorUrl. */
    addAuthenticatorUrl: 'http://localhost:8377/add-authenticator',
    /** The script of the CAPTCHA's widget, here Turnstile's. It loads only if the flow has a CAPTCHA. */
    captchaScript: 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit',
    /** For the sandbox only: its CAPTCHA in place of the widget. */
    sandboxCaptcha: 'http://localhost:8377/sandbox/captcha',
};
