// The flow of the sandbox, as far as the app has to know it.

/** The steps of a sign-in, such as PASSWORD,RESULT_TOKEN, and whether an OpenID provider's tokens are the answers. */
export class Flow {
    constructor(steps, tokenMode) {
        // A CAPTCHA comes up by itself and changes nothing of what the views say.
        this.steps = steps.replace('CAPTCHA,', '');
        this.isOpenID = tokenMode === 'oidc' && this.hasTokens;
    }

    /** Whether a sign-in begins with the password. */
    get hasPassword() {
        return this.steps.startsWith('PASSWORD,');
    }

    /** Whether the authenticator's tokens are answers, and with them passkeys. */
    get hasTokens() {
        return this.steps.endsWith('RESULT_TOKEN');
    }

    /** Whether a passkey alone signs in. */
    get startsWithPasskey() {
        return this.steps === 'RESULT_TOKEN';
    }

    /**
     * Shows those parts of the views that belong to the flow: `data-when` lists the flows of a part, in which OPENID
     * stands for RESULT_TOKEN where an OpenID provider's tokens are the answers.
     */
    present(app) {
        const name = this.isOpenID ? this.steps.replace('RESULT_TOKEN', 'OPENID') : this.steps;
        for (const part of app.querySelectorAll('[data-when]')) {
            part.hidden = !part.dataset.when.split(' ').includes(name);
        }
    }
}
