// What the app has to know about the sandbox's flow.

/** The steps of a sign-in, such as PASSWORD,RESULT_TOKEN, and whether the answers are tokens of an OpenID provider. */
export class Flow {
    constructor(steps, tokenMode) {
        // A CAPTCHA opens by itself and does not change the texts of the views.
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

    /** Whether a passkey can be the first step of a sign-in. */
    get startsWithPasskey() {
        return this.steps === 'RESULT_TOKEN';
    }

    /**
     * Shows the parts of the views that belong to the flow. `data-when` lists the flows of a part. There, OPENID means
     * RESULT_TOKEN with tokens of an OpenID provider.
     */
    present(app) {
        const name = this.isOpenID ? this.steps.replace('RESULT_TOKEN', 'OPENID') : this.steps;
        for (const part of app.querySelectorAll('[data-when]')) {
            part.hidden = !part.dataset.when.split(' ').includes(name);
        }
    }
}
