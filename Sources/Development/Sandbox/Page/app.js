// The app: which view follows which, and what the user is told.

import { showAccount } from './account.js';
import { Authenticator, AuthenticatorError, canForget, isSupported } from './authenticator.js';
import { Cognito } from './cognito.js';
import { identifier } from './element.js';
import { Flow } from './flow.js';
import { IDTokenRefused, Journey, ProofRefused, SignInEnded } from './journey.js';
import { lastEmail, remember, rememberSession, session } from './memory.js';
import { OpenIDJourney } from './openid-journey.js';
import { closeRename, confirmsRemoval, focusOnPasskey, openRename, typedName } from './passkey-list.js';
import { Provider } from './provider.js';
import { digitsOf, typedCode, typedCredentials } from './typed.js';
import {
    complain, current, empty, field, hasFocus, isWaitingForUser, passwordField, reject, reveal, say, show, stillWorking,
    withdraw,
} from './views.js';
import { causes, isUnreachable, words } from './words.js';

const card = document.getElementById('app');

/** After how many milliseconds without an answer the page says so. */
const patience = 2500;

export class App {
    constructor() {
        this.journey = null;
        this.isBusy = false;
        /** The address that the code was sent to, and whether it is Cognito's own code, which confirms the account. */
        this.email = '';
        this.mustConfirm = false;
        /** What the user signed in with. */
        this.method = '';
        /** Cancels what waits for the browser in the background: suggestions, or a passkey created without asking. */
        this.background = new AbortController();
        card.addEventListener('click', ({ target }) => {
            const button = target.closest('[data-do]');
            if (button) this.run(() => this.actions[button.dataset.do](button), button);
        });
        card.addEventListener('submit', (event) => {
            event.preventDefault();
            this.run(() => this.actions[event.target.dataset.submit](event.target), event.submitter);
        });
    }

    /** Starts again, for example because the sandbox's settings have changed. */
    reset(settings, text = '') {
        this.background.abort();
        const cognito = new Cognito(settings);
        this.journey = new Flow(settings.flow, settings.tokenMode).isOpenID
            ? new OpenIDJourney(cognito, new Provider(settings), settings)
            : new Journey(cognito, new Authenticator({ baseUrl: '/v1', tenantId: settings.tenantId }), settings);
        this.flow.present(card);
        say(text);
        card.removeAttribute('aria-busy');
        if (hasFocus()) show('welcome'); else reveal('welcome');
    }

    /** Shows the user whom a reload of the page has interrupted, if the pool still knows them. */
    async restore() {
        const { journey } = this;
        const kept = session(journey.userPoolId);
        if (!kept) return;
        try { await journey.cognito.getUser(kept.tokens.AccessToken); } catch { return rememberSession(); }
        if (journey !== this.journey || current().dataset.view !== 'welcome') return;
        journey.tokens = kept.tokens;
        this.method = kept.method;
        showAccount(journey, kept.method, null);
        reveal('account');
    }

    get flow() {
        return this.journey.flow;
    }

    actions = {
        'show-welcome': () => { show('welcome'); },
        'show-sign-up': () => this.askForEmail('sign-up'),
        'show-sign-in': () => { this.askForEmail('sign-in'); this.suggestPasskeys(); },
        'show-account': async () => this.openAccount(await this.passkeys()),
        'sign-up': () => this.signUp(),
        'sign-in': () => this.startWithCode(),
        'code': () => this.answerCode(),
        'resend': () => this.resend(),
        'show-passkeys': () => this.showPasskeys(),
        'passkey-sign-in': () => this.signInWithPasskey(),
        'second-passkey': () => this.answerWithPasskey(),
        'second-code': () => this.answerWithCode(),
        'create-passkey': () => this.createPasskey(),
        'rename-passkey': (button) => { openRename(button.value); },
        'cancel-rename': () => { closeRename(); },
        'save-name': (form) => this.saveName(form),
        'remove-passkey': (button) => this.removePasskey(button.value),
        'sign-out': () => this.signOut(),
    };

    /** Runs one action at a time, and tells the user in words if it fails. `button` is what the user pressed. */
    async run(action, button) {
        if (this.isBusy || !this.journey) return;
        this.isBusy = true;
        card.setAttribute('aria-busy', 'true');
        button?.setAttribute('data-pressed', '');
        this.background.abort();
        say();
        const { journey } = this;
        const timer = setTimeout(() => { if (!isWaitingForUser()) say(stillWorking); }, patience);
        try {
            await this.attempt(action);
        } catch (error) {
            if (journey === this.journey) this.fail(error);
        } finally {
            clearTimeout(timer);
            withdraw(stillWorking);
            this.isBusy = false;
            card.removeAttribute('aria-busy');
            button?.removeAttribute('data-pressed');
        }
    }

    async attempt(action) {
        try { await action(); } catch (error) {
            // If ID tokens sign in, the account may be somebody else's. A code typed for it would let them in.
            if (error.type !== 'UserNotConfirmedException' || this.flow.isOpenID) throw error;
            const email = lastEmail();
            await this.journey.cognito.resendConfirmationCode(email);
            this.mustConfirm = true;
            this.askForCode(email, `First confirm your account: type the code that we just sent to ${email}.`);
        }
    }

    fail(error) {
        const isOver = error.type === 'NotAuthorizedException' || error instanceof SignInEnded || endsSignIn(error);
        if (isOver && ['code', 'second'].includes(current().dataset.view)) this.showSignIn();
        const fields = causes(error).map((name) => current().querySelector(`input[name="${name}"]`))
            .filter((input) => input?.checkVisibility());
        complain(words(error), ...fields);
        if (fields.length > 0 && fields[0].name !== 'email') reject(fields[0], words(error));
    }

    askForEmail(view) {
        show(view);
        field().value ||= lastEmail();
        if (passwordField()) passwordField().value = '';
        if (field().value !== '') passwordField()?.focus();
    }

    async signUp() {
        const email = typedCredentials(this.journey);
        if (email === null) return;
        if (this.flow.isOpenID) say('Follow your browser’s prompt.');
        try {
            this.mustConfirm = await this.journey.signUp(email);
        } catch (error) {
            if (error.type === 'UsernameExistsException') this.showSignIn();
            throw error;
        }
        await this.goOnAfterSignUp(email);
    }

    async goOnAfterSignUp(email) {
        if (this.journey.tokens) {
            await this.enter(this.passkeyMethod);
        } else if (this.journey.unproven) {
            this.askForCode(email, `To prove your address, type the code that the issuer just sent to ${email}.`);
        } else if (this.mustConfirm) {
            this.askForCode(email, `To confirm your account, type the code that we just sent to ${email}.`);
        } else {
            await this.sendCode(email, `Type the code that we just sent to ${email}.`);
        }
    }

    /** With an OpenID provider: signs the confirmed user in with the sign-up's ID token, unless it is too old. */
    async enterAsNewcomer() {
        this.mustConfirm = false;
        try { await this.journey.signInNewcomer(); } catch (error) {
            this.showSignIn('Your account is confirmed. Now sign in with your passkey.');
            if (error instanceof IDTokenRefused) return;
            throw error;
        }
        await this.enter(this.passkeyMethod);
    }

    get passkeyMethod() {
        return this.flow.hasPassword ? 'a password and a passkey' : 'a passkey';
    }

    async startWithCode() {
        const email = typedCredentials(this.journey);
        if (email === null) return;
        if (!this.flow.hasPassword || !this.flow.hasTokens) return this.sendCode(email);
        await this.journey.start(email);
        this.email = email;
        show('second');
    }

    /** Uses a passkey after the password. */
    async answerWithPasskey() {
        if (!isSupported()) return complain(`This browser does not support passkeys.${this.wayOut}`);
        say('Follow your browser’s prompt.');
        try {
            await this.journey.answerWithPasskey();
        } catch (error) {
            if (error.code !== 'cancelled') throw error;
            return say(`No passkey was used.${this.wayOut}`);
        }
        await this.enter('a password and a passkey');
    }

    /** Sends a code after the password. */
    async answerWithCode() {
        this.mustConfirm = false;
        await this.journey.sendCode(this.email);
        this.askForCode(this.email, `A code is on its way to ${this.email}.`);
    }

    /** Nobody learns here whether an address has an account, except its owner, who has just created or confirmed it. */
    async sendCode(email, lead = `If ${email} has an account, a code is on its way there.`) {
        this.mustConfirm = false;
        await this.journey.startWithCode(email);
        this.askForCode(email, lead);
    }

    askForCode(email, lead) {
        this.email = email;
        document.getElementById('code-lead').replaceChildren(...identifier(lead));
        show('code');
        empty();
    }

    async answerCode() {
        const code = typedCode();
        if (code === null) return;
        if (this.journey.unproven) {
            this.mustConfirm = await this.journey.proveAddress(code);
            return this.goOnAfterSignUp(this.email);
        }
        if (this.mustConfirm) {
            await this.journey.cognito.confirmSignUp(this.email, digitsOf(code));
            if (this.flow.isOpenID) return this.enterAsNewcomer();
            await this.sendCode(this.email, `A new code is on its way to ${this.email}.`);
            return say('Your account is confirmed. To sign in, type the new code that we just sent you.');
        }
        await this.journey.answerCode(code);
        await this.enter(this.flow.hasPassword ? 'a password and a code' : 'a code');
    }

    async resend() {
        // The provider sends another code only for another sign-up.
        if (this.journey.unproven) await this.journey.signUp(this.email);
        else await (this.mustConfirm
            ? this.journey.cognito.resendConfirmationCode(this.email) : this.journey.resendCode(this.email));
        empty();
        field().focus();
        say(this.mustConfirm || this.journey.unproven
            ? 'A new code is on its way. The old one no longer works.'
            : this.flow.hasTokens
                ? 'A code is on its way. If none comes, the one in your last email works for as long as it says.'
                : 'A new code is on its way. Use the newest email. If none comes, a long code in your last one works.');
    }

    async signInWithPasskey() {
        if (!isSupported()) {
            this.showSignIn();
            return complain(`This browser does not support passkeys.${this.wayOut}`);
        }
        say('Follow your browser’s prompt.');
        try {
            await this.journey.signInWithPasskey();
        } catch (error) {
            this.showSignIn();
            if (error.code !== 'cancelled') throw error;
            return say(`No passkey was used.${this.wayOut}`);
        }
        await this.enter('a passkey');
    }

    /** Shows another way to sign in. With an OpenID provider, passkeys are the only way. */
    showSignIn(text = '') {
        if (!this.flow.isOpenID || this.flow.hasPassword) this.askForEmail('sign-in'); else show('welcome');
        say(text);
    }

    get wayOut() {
        return this.flow.isOpenID ? '' : ' Get a code by email instead.';
    }

    /** Offers passkeys among the suggestions of the email field, until the user does something else. */
    async suggestPasskeys() {
        if (!this.flow.startsWithPasskey) return;
        this.background = new AbortController();
        const { signal } = this.background;
        try {
            if (await this.journey.signInWithSuggestion(signal) && !signal.aborted) await this.enter('a passkey');
        } catch (error) {
            // A browser's error concerns nobody who has not asked for a prompt.
            const concernsPerson = error instanceof ProofRefused || error.path !== undefined;
            if (!signal.aborted && concernsPerson) complain(words(error));
        }
    }

    async createPasskey() {
        say('Follow your browser’s prompt.');
        let said = 'Your passkey is ready. Sign out and try it.';
        try {
            await (current().dataset.view === 'offer' ? this.journey.createPasskey() : this.journey.addPasskey());
        } catch (error) {
            if (error.code !== 'passkey_exists') throw error;
            said = 'This device already has a passkey for your account.';
        }
        this.openAccount(await this.passkeys());
        say(said);
    }

    /**
     * After a sign-in with a password, lets the browser create a passkey without asking, until the user does something
     * else. If it does not, the offer stays.
     */
    async createPasskeyQuietly() {
        if (!this.flow.hasPassword || this.flow.isOpenID) return;
        this.background = new AbortController();
        const { signal } = this.background;
        try {
            if (!await this.journey.createPasskeyQuietly(signal)) return;
            const passkeys = await this.passkeys();
            if (signal.aborted) return;
            this.openAccount(passkeys);
            say('Your browser has created a passkey for you. Sign out and try it.');
        } catch (error) {
            console.info('createPasskeyQuietly', error);
        }
    }

    /** Has the user prove a passkey, to list all of them. */
    async showPasskeys() {
        say('Follow your browser’s prompt.');
        try { await this.journey.provePasskey(); } catch (error) {
            if (error.code !== 'cancelled') throw error;
            return say('No passkey was used.');
        }
        this.openAccount(await this.passkeys());
    }

    async saveName(form) {
        const name = typedName(form);
        if (name === null) return;
        const { id } = form.dataset;
        await this.journey.renamePasskey(id, name);
        this.openAccount(await this.passkeys());
        say(`The passkey is now called ${name}.`);
        focusOnPasskey(id);
    }

    async removePasskey(id) {
        if (!await confirmsRemoval(id)) return;
        const passkeys = await this.journey.removePasskey(id);
        this.openAccount(passkeys);
        say(this.flow.isOpenID && passkeys.length === 0
            ? 'That was your last passkey. Add another before you sign out, or you cannot sign in again.'
            : this.farewell);
    }

    get farewell() {
        const text = 'You can no longer sign in with this passkey.';
        return canForget() && !this.flow.isOpenID ? text : `${text} Remove it from your device as well.`;
    }

    /** Welcomes the signed-in user. Offers a passkey to a user who has none. */
    async enter(method) {
        this.method = method;
        remember(this.journey.email);
        rememberSession({ pool: this.journey.userPoolId, tokens: this.journey.tokens, method });
        const passkeys = await this.passkeys();
        if (passkeys?.length === 0 && isSupported()) {
            show('offer');
            say(`You are signed in as ${this.journey.email}.`);
            this.createPasskeyQuietly();
        } else {
            this.openAccount(passkeys);
        }
    }

    openAccount(passkeys) {
        showAccount(this.journey, this.method, passkeys);
        say();
        show('account');
    }

    async passkeys() {
        if (!this.flow.hasTokens || this.journey.mustProvePasskey) return null;
        // If the list cannot be read, the user is still signed in.
        try { return await this.journey.passkeys(); } catch { return null; }
    }

    async signOut() {
        rememberSession();
        await this.journey.signOut();
        show('welcome');
        say('You are signed out.');
    }
}

/** Whether the authenticator refused something that no other code or passkey mends. */
function endsSignIn(error) {
    return error instanceof AuthenticatorError && error.path !== undefined
        && !['too_many_requests', 'too_many_wrong_codes', 'wrong_code'].includes(error.code) && !isUnreachable(error);
}
