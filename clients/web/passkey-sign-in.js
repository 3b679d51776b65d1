// <passkey-sign-in>: a whole sign-in as a custom element, on top of the client. It signs in with passkeys and emailed
// codes, offers a passkey, and lists the passkeys of the signed-in user. README.md shows how to use it.
//
// Each step returns what to show next, as `{ view, why, … }`. `why` is the name of what the element says. Without a
// `view` the element stays as it is. A step throws if something failed: the element says so, and the user tries again.

import { Authenticator, canCreate, stopBackground, tellName } from './authenticator.js';
import { Cognito } from './cognito.js';
import { words } from './words.js';

/** How long before its end the access token is renewed, in milliseconds. */
const early = 60_000;
/** Errors of autofill after which the user may choose another passkey. */
const goesOn = new Set(['cancelled', 'none_here', 'not_verified', 'challenge_expired']);
/** Said for errors by their codes. */
const failures = new Map([
    ['challenge_expired', 'tooLate'], ['none_here', 'noPasskey'], ['not_verified', 'notVerified'],
    ['outage', 'outage'], ['passkey_exists', 'passkeyExists'], ['too_many_requests', 'tooManyRequests'],
    ['too_many_wrong_codes', 'tooManyWrongCodes'], ['unsupported', 'unsupported'], ['weak_password', 'weakPassword'],
    ['wrong_code', 'wrongCode'],
]);
/** What is about a field, which it marks as wrong. */
const blamed = { wrongCode: 'code', tooManyWrongCodes: 'code', weakPassword: 'password', noCode: 'email' };

// A constructed style sheet needs no exception of a Content-Security-Policy.
const styles = `
    :host { display: block; max-width: 28rem; line-height: 1.5; }
    :host([hidden]), [hidden] { display: none !important; }
    .card {
        /* Not on the host, where the app may have variables of the same names. */
        --accent: var(--passkey-accent, light-dark(#0b57d0, #a8c7fa));
        --accent-ink: var(--passkey-accent-ink, light-dark(#fff, #062e6f));
        --ground: var(--passkey-ground, light-dark(#fff, #1b1b1f));
        --ink: var(--passkey-ink, light-dark(#1b1b1f, #e4e2e6));
        --line: var(--passkey-line, light-dark(#74777f, #8e9099));
        --error: var(--passkey-error, light-dark(#b3261e, #f2b8b5));
        --radius: var(--passkey-radius, 8px);
        position: relative; padding: 1.25rem; border-radius: var(--radius);
        color: var(--ink); background: var(--ground);
    }
    section, form { display: grid; grid-template-columns: minmax(0, 1fr); gap: .75rem; }
    h2, p, ul { margin: 0; padding: 0; overflow-wrap: anywhere; }
    h2 { font-size: 1.375em; line-height: 1.25; }
    h2:focus { outline: none; }
    ul { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1.25rem; list-style: none; }
    label { display: grid; gap: .25rem; font-weight: 600; }
    input, button { font: inherit; min-height: 44px; padding: .5rem .75rem; border-radius: var(--radius); }
    input, button { color: inherit; background: transparent; border: 1px solid var(--line); }
    input { width: 100%; box-sizing: border-box; font-weight: normal; }
    input[aria-invalid=true] { border-color: var(--error); outline: 1px solid var(--error); }
    button { cursor: pointer; }
    .primary { color: var(--accent-ink); background: var(--accent); border-color: var(--accent); font-weight: 600; }
    [aria-busy] button { cursor: progress; }
    .card[aria-busy]::before {
        content: ''; position: absolute; inset: 0 0 auto; height: 3px; background: var(--accent); opacity: 0;
        animation: wait 1.4s .3s ease-in-out infinite;
    }
    @keyframes wait { from, to { opacity: .25; } 50% { opacity: 1; } }
    :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
    .pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(7.5rem, 1fr)); gap: .75rem; }
    .notice:not(:empty) { margin-bottom: .75rem; }
    .notice.problem { color: var(--error); }
`;

export class PasskeySignIn extends (globalThis.HTMLElement ?? class {}) {
    static observedAttributes = [
        'user-pool-id', 'client-id', 'endpoint', 'base-url', 'tenant-id', 'action', 'add-authenticator-url', 'flow',
        'sign-up', 'keep', 'lang',
    ];

    #cognito;
    #authenticator;
    /** Where the tokens are kept, and where the rest is, which only a reload of this tab needs. */
    #tokens;
    #tab;
    /** The sign-in in progress: the address, the challenge, the proof that answers it, and what is shown. */
    #pending = {};
    /** The last proof: its token, whose passkey it was, and the user, whose passkeys it changes for some minutes. */
    #proof = {};
    /** The user whom the element shows, and the one whom it has told the app of. */
    #shown;
    #announced;
    /** What belongs to an earlier start is ignored. */
    #start = 0;
    #isReady = false;
    #isBusy = false;
    #renewal;
    #card = make('div', { part: 'card', class: 'card' });
    #notice = make('p', { part: 'message', class: 'notice', id: 'message', role: 'status' });
    #view = make('section', { part: 'view' });

    constructor() {
        super();
        const root = this.attachShadow({ mode: 'open' });
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(styles);
        root.adoptedStyleSheets = [sheet];
        this.#card.append(this.#notice, this.#view);
        root.append(this.#card);
        // The CAPTCHA's widget has buttons of its own.
        root.addEventListener('submit', (event) => {
            if (event.target.getRootNode() !== root) return;
            event.preventDefault();
            const typed = [...new FormData(event.target)].map(
                ([name, text]) => [name, name === 'password' ? text : text.trim()]);
            this.#take(event.submitter.dataset.step, { ...event.target.dataset, ...Object.fromEntries(typed) });
        });
        root.addEventListener('click', ({ target }) => {
            const button = target.closest('button');
            if (button?.type === 'button' && button.getRootNode() === root) {
                this.#take(button.dataset.step, { ...button.dataset });
            }
        });
    }

    connectedCallback() {
        addEventListener('storage', this.#follow);
        this.#restart();
    }

    disconnectedCallback() {
        removeEventListener('storage', this.#follow);
        this.#start += 1;
        stopBackground();
    }

    attributeChangedCallback() {
        if (this.isConnected) this.#restart();
    }

    /** Starts again with the attributes and properties as they are then. */
    async #restart() {
        const start = this.#start += 1;
        await undefined; // several changes are one
        if (start !== this.#start || !this.getAttribute('user-pool-id') && !this.cognito) return;
        await stopBackground();
        this.#isReady = this.#isBusy = false;
        this.#take('resume');
    }

    #setUp() {
        const of = (name) => this.getAttribute(name) ?? undefined;
        const kept = of('keep');
        const key = (name) => `passkey-sign-in.${of('client-id')}.${name}`;
        this.#tab = area(kept === 'memory' ? undefined : () => sessionStorage, key);
        this.#tokens = kept === 'browser' ? area(() => localStorage, key) : this.#tab;
        const userPoolId = of('user-pool-id');
        this.#cognito = this.cognito
            ?? new Cognito({ userPoolId, clientId: of('client-id'), endpoint: of('endpoint') });
        const tenantId = of('tenant-id') ?? userPoolId;
        this.#authenticator = !this.#hasPasskeys ? undefined
            : this.authenticator ?? new Authenticator({ baseUrl: of('base-url'), tenantId, action: of('action') });
        this.#pending = this.#tab.read('sign-in') ?? {};
        this.#proof = this.#tab.read('proof') ?? {};
        this.#isReady = true;
    }

    get #flow() {
        return this.getAttribute('flow') ?? 'RESULT_TOKEN';
    }

    get #hasPasskeys() {
        return this.#flow.endsWith('RESULT_TOKEN');
    }

    /** Whether codes can be mailed. Not every authenticator mails any. */
    get #hasCodes() {
        return !this.#hasPasskeys || Boolean(this.#authenticator?.sendCode);
    }

    get #startsWithPassword() {
        return this.#flow.startsWith('PASSWORD');
    }

    // What the app uses.

    /** Cognito's tokens of the signed-in user, renewed if they end soon; undefined if nobody is signed in. */
    async getTokens() {
        const tokens = this.#tokens?.read('tokens');
        if (!tokens || tokens.expiresAt - early > Date.now()) return tokens;
        this.#renewal ??= this.#renew(tokens).finally(() => { this.#renewal = undefined; });
        return this.#renewal;
    }

    async #renew({ refreshToken }) {
        try {
            const renewed = await this.#cognito.refresh(refreshToken);
            this.#tokens.write('tokens', renewed);
            return renewed;
        } catch (error) {
            if (error.code !== 'refused') throw error;
            this.#tokens.write('tokens');
            if (this.#shown) this.#take('showAccount'); // which says it, unless a step does so already
            return undefined;
        }
    }

    /** Ends the session, as the button does. */
    async signOut() {
        await this.#take('leave');
    }

    /** Fills in a code that the app has read for the user. Returns whether one is asked for. */
    fillCode(code) {
        const input = this.#view.querySelector('[name=code]');
        if (input) input.value = code;
        input?.focus();
        return Boolean(input);
    }

    #announce(tokens) {
        const known = tokens && claims(tokens);
        if (known?.sub === this.#announced) return;
        if (this.#announced) this.#send('signed-out');
        this.#announced = known?.sub;
        if (tokens) this.#send('signed-in', { tokens, claims: known });
    }

    #send(name, detail) {
        this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
    }

    // Steps of the user.

    /** Takes a step. `typed` is there if the user has asked for it: then the focus goes along. */
    async #take(name, typed) {
        if (this.#isBusy) return;
        const start = this.#start;
        this.#isBusy = true;
        this.#card.setAttribute('aria-busy', 'true');
        this.#say();
        let shown = {};
        try {
            await stopBackground();
            if (!this.#isReady) this.#setUp();
            shown = await this.#steps[name](typed ?? {});
            if (start === this.#start) this.#present(shown, typed !== undefined);
        } catch (error) {
            if (start === this.#start) this.#fail(error);
        }
        if (start !== this.#start) return;
        this.#isBusy = false;
        this.#card.removeAttribute('aria-busy');
        // These wait for the user or the browser, and nobody waits for them.
        if (shown.view === 'captcha') this.#solve(shown);
        else if (this.#isAt('start')) this.#suggest(start);
        else if (this.#isAt('offer')) this.#upgrade(start);
    }

    #steps = {
        resume: () => this.#resume(),
        signInWithPasskey: ({ passkey }) => this.#signInWithPasskey(passkey),
        signInByEmail: ({ email, password }) => this.#begin({ username: email, email, password }),
        createAccount: ({ email, password }) => this.#createAccount(email, password),
        confirmAccount: ({ code }) => this.#confirmAccount(code),
        answerCaptcha: ({ token }) => this.#answer(token),
        answerWithPasskey: () => this.#answerWithPasskey(),
        sendCode: () => this.#sendCode(),
        resendCode: () => this.#resendCode(),
        answerCode: ({ code }) => this.#answerCode(code),
        startAgain: () => this.#startAgain(),
        createPasskey: () => this.#whileSignedIn(
            (tokens) => (this.#proof.token ? this.#register(tokens, this.#proof.token) : this.#add(tokens))),
        declinePasskey: () => this.#decline(),
        addPasskey: () => this.#whileSignedIn((tokens) => this.#add(tokens)),
        showPasskeys: () => this.#whileSignedIn((tokens) => this.#showPasskeys(tokens)),
        renamePasskey: ({ id, name }) => this.#change(
            (token) => this.#authenticator.rename(token, { id }, name), 'passkeyRenamed'),
        removePasskey: ({ id, credentialId, name }) => ({ view: 'removal', id, credentialId, name }),
        confirmRemoval: (passkey) => this.#change(
            (token) => this.#authenticator.remove(token, passkey, this.#proof.owner), 'passkeyRemoved'),
        showAccount: () => this.#account(),
        leave: () => this.#leave(),
    };

    /** Offers passkeys in the address field, until the user does something else. */
    async #suggest(start) {
        if (!this.#hasPasskeys || this.#startsWithPassword) return;
        for (;;) {
            try {
                const passkey = await this.#authenticator.autofill?.();
                if (passkey && start === this.#start) await this.#take('signInWithPasskey', { passkey });
                return;
            } catch (error) {
                if (start !== this.#start || this.#isBusy || !this.#isAt('start')) return;
                if (error.code !== 'cancelled') this.#fail(error);
                if (!goesOn.has(error.code)) return;
            }
        }
    }

    /** After a password, lets the browser create a passkey without asking. If it does not, the offer stays. */
    async #upgrade(start) {
        const { token } = this.#proof;
        if (!this.#startsWithPassword || !token) return;
        try {
            const tokens = await this.getTokens();
            const { email } = claims(tokens);
            const created = await this.#authenticator.createPasskeyQuietly?.(token, { username: email });
            if (!created || start !== this.#start || !this.#isAt('offer')) return;
            this.#keep({ token, owner: created.owner }, claims(tokens).sub); // the new passkey has proven nothing yet
            this.#present(await this.#account('passkeyCreated'), true);
        } catch (error) {
            console.error(error);
        }
    }

    /** Shows the app's CAPTCHA in a place outside of the shadow, where scripts of others work. */
    async #solve(challenge) {
        const place = make('div', { slot: 'captcha' });
        this.querySelector(':scope > [slot=captcha]')?.remove();
        this.append(place);
        try {
            if (!this.captcha) throw new Error('The app has set no captcha');
            const token = await this.captcha(challenge, place);
            if (this.#isAt('captcha') && place.isConnected) await this.#take('answerCaptcha', { token });
        } catch (error) {
            this.#fail(error);
        } finally {
            place.remove();
        }
    }

    // The sign-in.

    #remember(changes) {
        this.#pending = { ...this.#pending, ...changes };
        this.#tab.write('sign-in', this.#pending);
    }

    #forget() {
        this.#pending = {};
        this.#tab.write('sign-in');
    }

    /** Keeps the user's proof in place of the last one. Without a proof, it only forgets the last one. */
    #keep(proof, user) {
        this.#proof = proof ? { ...proof, user } : {};
        this.#tab.write('proof', proof && this.#proof);
    }

    /** Returns a view, and remembers it for a reload. */
    #show(shown) {
        this.#remember({ shown: { ...shown, why: undefined } });
        return shown;
    }

    /** Ends the sign-in in progress, or the session. The address need not be typed again. */
    #startAgain(why) {
        const { email } = this.#pending;
        this.#forget();
        this.#keep();
        this.#shown = undefined;
        this.#announce();
        return { view: 'start', email, why };
    }

    /** The account, the step where a reload interrupted the sign-in, or the start. */
    async #resume() {
        const had = this.#tokens.read('tokens') !== undefined;
        if (await this.getTokens()) return this.#account();
        if (had) return this.#startAgain('signedOut');
        // Proven, but the page was closed before Cognito was told.
        const { proof, challenge, shown } = this.#pending;
        if (proof && challenge.parameters.challenge === 'RESULT_TOKEN') return this.#answer(proof.answer);
        return shown ?? this.#startAgain();
    }

    async #createAccount(email, password) {
        try {
            const { isConfirmed } = await this.#cognito.signUp(email, password);
            if (!isConfirmed) {
                this.#remember({ email });
                return this.#show({ view: 'confirm', sentTo: email });
            }
        } catch (error) {
            if (error.code === 'refused') return { why: 'refused' }; // sign-up is closed
            // There is an account already. The sign-in's code goes to its address, so only its owner gets any further.
            if (error.code !== 'exists') throw error;
        }
        return this.#begin({ username: email, email, password });
    }

    async #confirmAccount(code) {
        const { email } = this.#pending;
        try { await this.#cognito.confirmSignUp(email, code); } catch (error) {
            if (error.code === 'wrong_code') return { why: 'wrongCode' };
            throw error;
        }
        return this.#startsWithPassword ? this.#startAgain('confirmed') : this.#begin({ username: email, email });
    }

    /** Nobody types anything: the passkey says who it is. The user's id stays the same if the address changes. */
    async #signInWithPasskey(chosen) {
        const proof = chosen ?? await this.#usePasskey();
        return proof ? this.#begin({ username: proof.userId ?? proof.username, proof }) : { why: 'noPasskey' };
    }

    async #begin({ username, email, password, proof }) {
        if (await this.getTokens()) return this.#account(); // signed in in another tab
        let challenge;
        try { challenge = await this.#cognito.start(username, this.#startsWithPassword ? password : undefined); }
        catch (error) {
            if (error.code === 'refused') return { why: 'refused' }; // the password is wrong
            return this.#confirmFirst(error, email);
        }
        this.#forget();
        this.#remember({ email, proof });
        return this.#next(challenge);
    }

    /** Has Cognito mail the code that confirms the account, if the sign-in lacks that. Throws every other error. */
    async #confirmFirst(error, email) {
        if (error.code !== 'not_confirmed' || !email) throw error;
        await this.#cognito.resendConfirmation(email);
        this.#forget();
        this.#remember({ email });
        return this.#show({ view: 'confirm', sentTo: email });
    }

    /** Takes Cognito's next challenge. After a wrong answer, which is no error, the same one comes again. */
    async #next(challenge) {
        const { challenge: name, siteKey, action, CODE_DELIVERY_DESTINATION: sentTo } = challenge.parameters;
        const why = name === this.#pending.challenge?.parameters.challenge ? 'refused' : undefined;
        this.#remember({ challenge });
        if (name === 'CAPTCHA') return this.#show({ view: 'captcha', siteKey, action, why });
        if (name === 'EMAIL_OTP') return this.#show({ view: 'code', sentTo, why }); // the functions have mailed a code
        if (name !== 'RESULT_TOKEN') throw new Error(`${name ?? challenge.name} is not supported`);
        if (this.#pending.proof) return this.#answer(this.#pending.proof.answer);
        if (this.#startsWithPassword || why || !this.#hasCodes) return this.#show({ view: 'choose', why });
        return this.#sendCode();
    }

    async #answer(answer) {
        const { proof, challenge, email } = this.#pending;
        let result;
        try { result = await this.#cognito.answer(challenge, answer); } catch (error) {
            // Too many wrong answers, or the session has expired: Cognito wants a new sign-in.
            if (error.code === 'refused') return this.#startAgain('over');
            return this.#confirmFirst(error, email);
        }
        if (result.tokens) this.#tokens.write('tokens', result.tokens);
        if (answer === proof?.answer) {
            this.#remember({ proof: undefined }); // it counts once
            const { token, owner } = proof;
            if (result.tokens) this.#keep({ token, owner }, claims(result.tokens).sub);
            else if (await this.#isUnknown(proof)) return this.#startAgain('noPasskey');
        }
        return result.tokens ? this.#finish(result.tokens) : this.#next(result.challenge);
    }

    /** Whether the passkey that Cognito has refused is not registered. Then the password manager forgets it. */
    async #isUnknown(proof) {
        try { await this.#authenticator.prove?.(proof); } catch (error) { return error.code === 'none_here'; }
        return false;
    }

    async #answerWithPasskey() {
        let proof;
        try { proof = await this.#usePasskey(this.#pending.challenge.parameters); } catch (error) {
            return this.#endIfTooOld(error);
        }
        if (!proof) return { why: 'noPasskey' };
        this.#remember({ proof });
        return this.#answer(proof.answer);
    }

    /** Asks for a passkey. Undefined: there is none here, or the user cancelled. An outage must not look like that. */
    async #usePasskey(options) {
        try { return await this.#authenticator.signIn(options); } catch (error) {
            if (['cancelled', 'none_here'].includes(error.code)) return undefined;
            throw error;
        }
    }

    async #sendCode() {
        const { challenge: { parameters }, email } = this.#pending;
        // Somebody who came with a passkey has typed no address.
        if (parameters.isEnrolled !== 'true' && !email) return this.#startAgain('refused');
        try { await this.#authenticator.sendCode(parameters, email); } catch (error) {
            // The address has no account, for example.
            if (error.code === 'unauthorized') return this.#startAgain('noCode');
            return this.#endIfTooOld(error);
        }
        return this.#show({ view: 'code', sentTo: email });
    }

    async #resendCode() {
        const { challenge, email } = this.#pending;
        if (!challenge) {
            await this.#cognito.resendConfirmation(email);
            return this.#show({ view: 'confirm', sentTo: email });
        }
        if (challenge.parameters.challenge === 'RESULT_TOKEN') return this.#sendCode();
        // The functions mail their codes with the challenge, so another code needs another sign-in.
        return this.#startsWithPassword ? this.#startAgain('signInAgain') : this.#begin({ username: email, email });
    }

    /** The code may be a long one for pasting, such as 7K3M-Q2XR-05TA-HJ8W. */
    async #answerCode(code) {
        // Cognito counts every answer, so fewer than six letters and digits are not sent. The rest is forgiven.
        if ((code.match(/[a-z\p{Nd}]/giu) ?? []).length < 6) return { why: 'wrongCode' };
        const { token, challenge } = this.#pending.challenge.parameters;
        if (challenge === 'EMAIL_OTP') return this.#answer(code);
        // A code counts once. If Cognito could not be reached after it, the proof is still there.
        if (!this.#pending.proof) {
            try {
                const proof = await this.#authenticator.verifyCode(token, code);
                this.#remember({ proof: { token: proof, answer: proof }, offersPasskey: true });
            } catch (error) {
                if (error.code === 'wrong_code') return { why: 'wrongCode' };
                if (error.code === 'too_many_wrong_codes') return { why: 'tooManyWrongCodes' };
                return this.#endIfTooOld(error);
            }
        }
        return this.#answer(this.#pending.proof.answer);
    }

    /** Starts again if the challenge's token is too old. Throws every other error. */
    #endIfTooOld(error) {
        if (error.code !== 'expired_token') throw error;
        return this.#startAgain('over');
    }

    // Signed in.

    async #finish(tokens) {
        const { offersPasskey } = this.#pending;
        this.#forget();
        const isOffered = offersPasskey && !area(() => localStorage, keyOfOffer).read('declined') && await canCreate();
        if (!isOffered) return this.#account();
        this.#shown = claims(tokens).sub;
        return { view: 'offer' };
    }

    #decline() {
        area(() => localStorage, keyOfOffer).write('declined', true);
        return this.#account();
    }

    /** The account of the user who is signed in now, with nothing of another user's. */
    async #account(why) {
        const tokens = await this.getTokens();
        if (!tokens) return this.#startAgain('signedOut');
        const { sub, email } = claims(tokens);
        const isAnother = sub !== (this.#shown ?? sub);
        this.#shown = sub;
        this.#forget();
        if (this.#proof.user !== sub) this.#keep();
        // The address may have changed since the passkey was created.
        if (this.#proof.owner) await tellName(this.#proof.owner, email);
        const passkeys = await this.#passkeys();
        this.#announce(tokens);
        return { view: 'account', email, passkeys, why: isAnother ? 'anotherUser' : why };
    }

    /** Takes a step of the user who is shown. If another one is signed in by now, shows that one. */
    async #whileSignedIn(step) {
        const tokens = await this.getTokens();
        return tokens && claims(tokens).sub === this.#shown ? step(tokens) : this.#account();
    }

    /** The user's passkeys; undefined if the last proof is over, or if they cannot be listed now. */
    async #passkeys() {
        const { token, owner } = this.#proof;
        if (!token) return undefined;
        try { return await this.#authenticator?.list?.(token, owner); } catch (error) {
            if (isOver(error)) this.#keep();
            return undefined;
        }
    }

    /** Adds a passkey later, or on a second device, with a token that AddAuthenticator gives to a signed-in user. */
    async #add(tokens) {
        const url = this.getAttribute('add-authenticator-url');
        if (!url && this.#proof.token) return this.#register(tokens, this.#proof.token);
        if (!url) return this.#account('signedInTooLongAgo');
        const response = await fetch(url, {
            method: 'POST', headers: { Authorization: `Bearer ${tokens.accessToken}` }, redirect: 'error',
        });
        const { token, error } = await response.json();
        // The user stays signed in, and chooses when to sign in again.
        if (error === 'insufficient_user_authentication') return this.#account('signedInTooLongAgo');
        if (!response.ok) throw new Error(error);
        return this.#register(tokens, token);
    }

    async #register(tokens, token) {
        const { email, sub } = claims(tokens);
        try {
            this.#keep(await this.#authenticator.createPasskey(token, { username: email }), sub);
        } catch (error) {
            if (error.code === 'passkey_exists') return this.#account('passkeyExists');
            if (error.code === 'cancelled') return { why: 'notCreated' };
            // The proof is too old, or what it proves was removed, the sign-in not.
            if (!isOver(error) || token !== this.#proof.token) throw error;
            this.#keep();
            return this.#add(tokens);
        }
        return this.#account('passkeyCreated');
    }

    /** One more prompt, after which the passkeys can be seen and changed. */
    async #showPasskeys(tokens) {
        const proof = await this.#usePasskey({ prove: true });
        if (!proof) return { why: 'notProven' };
        const { sub, email } = claims(tokens);
        const isOwn = proof.userId ? proof.userId === sub : Boolean(email) && proof.username === email;
        if (!isOwn) return { why: 'otherAccount' };
        this.#keep(proof, sub);
        return this.#account();
    }

    async #change(change, why) {
        return this.#whileSignedIn(async () => {
            try { await change(this.#proof.token); } catch (error) {
                if (!isOver(error)) throw error;
                this.#keep();
                return this.#account('proveAgain');
            }
            return this.#account(why);
        });
    }

    async #leave() {
        const tokens = this.#tokens.read('tokens');
        // Forgotten after it, not before: if it fails, the session goes on.
        if (tokens) await this.#cognito.signOut(tokens.refreshToken);
        this.#tokens.write('tokens');
        return this.#startAgain();
    }

    /** Shows who is signed in, if another tab has changed it. */
    #follow = async ({ key }) => {
        if (!this.#tokens || key && !key.endsWith('.tokens')) return;
        if (this.#isBusy) return void setTimeout(this.#follow, 200, { key });
        const tokens = this.#tokens.read('tokens');
        if (this.#shown && (tokens && claims(tokens).sub) !== this.#shown) await this.#take('showAccount');
    };

    // What is shown.

    #isAt(view) {
        return !this.#isBusy && this.#view.dataset.view === view;
    }

    /** The app's words, or those of the language of the page. */
    #text(name) {
        return this.words?.[name] ?? words[this.#language][name];
    }

    get #language() {
        const language = this.closest('[lang]')?.lang.slice(0, 2).toLowerCase();
        return language in words ? language : 'en';
    }

    #present({ view, why, ...facts }, isAsked) {
        for (const code of this.#view.querySelectorAll('[name=code]')) code.value = '';
        if (view) {
            const made = views[view]((name, values) => filled(this.#text(name), values), {
                ...facts, hasPasskeys: this.#hasPasskeys, hasCodes: this.#hasCodes,
                startsWithPassword: this.#startsWithPassword, canSignUp: this.getAttribute('sign-up') !== 'off',
                can: (call) => Boolean(this.#authenticator?.[call]),
            });
            this.#view.dataset.view = view;
            this.#view.replaceChildren(...made.filter(Boolean));
            this.#card.lang = this.words ? this.closest('[lang]')?.lang ?? '' : this.#language;
            // Somebody with a keyboard or a screen reader goes on in the new view.
            const input = this.#view.querySelector(':scope > form input');
            if (isAsked) (input ?? this.#view.querySelector('h2')).focus();
        }
        this.#say(why);
    }

    #fail(error) {
        console.error(error); // for the developer, with its code and where it comes from
        const { code, cause, message } = error;
        // For a request without an answer, each browser has words of its own.
        const isOutage = /failed to fetch|networkerror|load failed/i.test(message);
        const why = cause === 'USER_NOT_VERIFIED' ? 'noScreenLock'
            : failures.get(code) ?? (isOutage ? 'outage' : 'failed');
        if (!this.#view.dataset.view) this.#present({ view: 'offline' });
        this.#say(why, { message }, true);
    }

    #say(name, values, isProblem = name in blamed) {
        for (const input of this.#view.querySelectorAll('input')) input.removeAttribute('aria-invalid');
        this.#notice.replaceChildren(...name ? filled(this.#text(name), values) : []);
        this.#notice.classList.toggle('problem', isProblem);
        const input = this.#view.querySelector(`input[name=${blamed[name]}]`);
        input?.setAttribute('aria-invalid', 'true');
        input?.setAttribute('aria-describedby', 'message');
        input?.focus();
    }
}

// The views. Each takes a function for texts, and facts.

const views = {
    offline: (text) => [heading(text('signIn')), button('resume', text('tryAgain'), 'primary')],
    start: (text, { email = '', hasPasskeys, hasCodes, startsWithPassword, canSignUp }) => [
        heading(text('signIn')),
        hasPasskeys && !startsWithPassword && button('signInWithPasskey', text('signInWithPasskey'), 'primary'),
        (hasCodes || startsWithPassword || canSignUp) && form(
            field(text('email'), {
                name: 'email', type: 'email', autocomplete: hasPasskeys ? 'username webauthn' : 'username',
                value: email, spellcheck: 'false', autocapitalize: 'none', maxlength: '128',
            }),
            startsWithPassword && field(text('password'), {
                name: 'password', type: 'password', autocomplete: 'current-password', maxlength: '256',
            }),
            (hasCodes || startsWithPassword) && submit('signInByEmail', text('goOn')),
            canSignUp && submit('createAccount', text('createAccount'))),
    ],
    confirm: (text, { sentTo }) => [
        heading(text('confirmTitle')), lead(text('confirmLead', { sentTo })),
        form(field(text('code'), { name: 'code', autocomplete: 'one-time-code', dir: 'ltr' }),
            submit('confirmAccount', text('confirm'), 'primary')),
        button('resendCode', text('anotherCode')), button('startAgain', text('startAgain')),
    ],
    captcha: (text) => [
        heading(text('captchaTitle')), make('slot', { name: 'captcha' }), button('resume', text('captchaAgain')),
        button('startAgain', text('startAgain')),
    ],
    choose: (text, { hasCodes }) => [
        heading(text('chooseTitle')), button('answerWithPasskey', text('usePasskey'), 'primary'),
        hasCodes && button('sendCode', text('mailCode')), button('startAgain', text('startAgain')),
    ],
    // No maxlength and no digits only: the mail may contain a long code for pasting.
    code: (text, { sentTo }) => [
        heading(text('codeTitle')), lead(text('codeLead', { sentTo: sentTo ?? text('yourAddress')[0] })),
        form(
            field(text('code'), {
                name: 'code', autocomplete: 'one-time-code', autocapitalize: 'characters', dir: 'ltr',
            }),
            submit('answerCode', text('signIn'), 'primary')),
        button('resendCode', text('anotherCode')), button('startAgain', text('startAgain')),
    ],
    offer: (text) => [
        heading(text('offerTitle')), lead(text('offerLead')),
        button('createPasskey', text('createPasskey'), 'primary'), button('declinePasskey', text('notNow')),
    ],
    account: (text, { email = '', passkeys, hasPasskeys, can }) => [
        heading(text('accountTitle')), lead([value('email', email)]),
        passkeys?.length > 0 && make('ul', { part: 'list', 'aria-label': text('passkeys').join('') },
            ...passkeys.map((passkey, index) => entry(text, passkey, index + 1, can))),
        hasPasskeys && can('list') && button('showPasskeys', text('showPasskeys'), '', { hidden: passkeys && '' }),
        hasPasskeys && button('addPasskey', text('addPasskey')),
        button('leave', text('signOut')),
    ],
    removal: (text, { name, ...passkey }) => [
        heading(text('removalTitle', { name })), lead(text('removalLead')),
        button('confirmRemoval', text('remove'), 'primary', {
            'data-id': passkey.id, 'data-credential-id': passkey.credentialId }),
        button('showAccount', text('keep')),
    ],
};

function entry(text, { id, credentialId, name }, number, can) {
    const label = (verb) => ({ 'aria-label': `${text(verb).join('')}: ${name}` });
    const removal = can('remove') && button('removePasskey', text('remove'), '', {
        ...label('remove'), 'data-id': id, 'data-credential-id': credentialId, 'data-name': name });
    if (!can('rename')) return make('li', { part: 'passkey' }, make('bdi', {}, name), removal);
    const made = form(
        field(text('passkeyName', { number }), {
            name: 'name', value: name, maxlength: '100', pattern: '.*\\S.*', autocomplete: 'off',
        }),
        make('div', { class: 'pair' }, submit('renamePasskey', text('rename'), '', label('rename')), removal));
    made.dataset.id = id;
    return make('li', { part: 'passkey' }, made);
}

function heading(text) {
    return make('h2', { part: 'heading', tabindex: '-1' }, ...text);
}

function lead(text) {
    return make('p', { part: 'lead' }, ...text);
}

function form(...children) {
    return make('form', { part: 'form' }, ...children);
}

function field(text, attributes) {
    const input = make('input', { part: 'field', required: '', ...attributes });
    return make('label', { part: 'label' }, make('span', {}, ...text), input);
}

function button(step, text, kind = '', attributes) {
    const part = `button ${kind}`.trim();
    return make('button', { type: 'button', part, class: kind, 'data-step': step, ...attributes }, ...text);
}

function submit(step, text, kind, attributes) {
    return button(step, text, kind, { ...attributes, type: 'submit' });
}

/** An element. Nothing here parses HTML. */
function make(name, attributes, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) if (value !== undefined) made.setAttribute(key, value);
    made.append(...children.filter(Boolean));
    return made;
}

/** A text with its values. */
function filled(text, values = {}) {
    return text.split(/\{(\w+)\}/).map((piece, index) => index % 2 === 0
        ? piece : value(piece, String(values[piece] ?? '')));
}

/** A value has its own direction. An address that is too long for the line breaks before its @. */
function value(name, text) {
    const pieces = text.split(/(?=@)/).flatMap((piece) => [make('wbr', {}), piece]);
    return make('bdi', { 'data-text': name }, ...pieces.slice(1));
}

// What is kept.

const keyOfOffer = (name) => `passkey-sign-in.${name}`;

const kept = new Map();
const memory = {
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, text) => kept.set(name, text),
    removeItem: (name) => kept.delete(name),
};

/** An area of the browser's storage; without one, or where the browser forbids it, the memory of the page. */
function area(storage, key) {
    let used = memory;
    try { used = storage?.() ?? memory; } catch { /* the page's memory, then */ }
    return {
        read: (name) => JSON.parse(used.getItem(key(name))) ?? undefined,
        write: (name, value) => {
            if (value === undefined) used.removeItem(key(name)); else used.setItem(key(name), JSON.stringify(value));
        },
    };
}

/** The claims of the ID token. Cognito gave it to this page, so it is not checked here. */
function claims({ idToken }) {
    const binary = atob(idToken.split('.')[1].replaceAll('-', '+').replaceAll('_', '/'));
    return JSON.parse(new TextDecoder().decode(Uint8Array.from(binary, (character) => character.charCodeAt(0))));
}

/** Whether an error says that a proof is too old, or that its passkey has been removed. */
function isOver({ code }) {
    return ['expired_token', 'unauthorized'].includes(code);
}

if (globalThis.customElements && !customElements.get('passkey-sign-in')) {
    customElements.define('passkey-sign-in', PasskeySignIn);
}
