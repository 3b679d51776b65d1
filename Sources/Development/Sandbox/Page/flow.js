// What the page has to know about the sandbox's flow.

/** The steps of a sign-in, such as PASSWORD,RESULT_TOKEN, and whether the answers are tokens of an OpenID provider. */
export class Flow {
    constructor(steps, tokenMode) {
        // A CAPTCHA opens by itself.
        this.steps = steps.replace('CAPTCHA,', '');
        this.isOpenID = tokenMode === 'oidc' && this.hasTokens;
    }

    /** Whether a sign-in starts with the password. */
    get hasPassword() {
        return this.steps.startsWith('PASSWORD,');
    }

    /** Whether the answer is a token from the authenticator, so that passkeys can sign in. */
    get hasTokens() {
        return this.steps.endsWith('RESULT_TOKEN');
    }
}
