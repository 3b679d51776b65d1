/// What differs from app to app. These are the addresses of a sandbox with `--https`: see docs/sandbox.md.
/// Amplify reads the user pool from amplifyconfiguration.json.
enum Settings {
    static let tenantID = "eu-west-1_MySandbox"  // the sandbox prints its own; "sandbox-tenant" in authsignal mode
    static let baseURL = "https://dev.example.com/v1"  // for example https://eu.api.authsignal.com/v1
    /// The action that a proof is for: the functions' AUTHSIGNAL_ACTION.
    static let action = "cognitoAuth"
    /// Seconds for which a passkey's proof outlives the app, at most the functions' MAX_PROOF_AGE; 0 keeps none.
    static let maxProofAge = 300
    /// Whether SIGN_IN_FLOW begins with PASSWORD.
    static let passwordFirst = false
    /// Whether SIGN_IN_FLOW ends with RESULT_TOKEN. EMAIL_OTP has no passkeys.
    static let hasPasskeys = true
    /// The stack's output AddAuthenticatorUrl.
    static let addAuthenticatorURL = "https://dev.example.com/add-authenticator"
    /// Your page that shows the CAPTCHA's widget: docs/apps/captcha.html.
    static let captchaPage = "https://dev.example.com/captcha.html"
}
