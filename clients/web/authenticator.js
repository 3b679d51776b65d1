// The authenticator's client for web apps: emailed codes, passkeys, autofill, and the list of a user's passkeys.
// README.md shows how to use it, authenticator.d.ts has the shapes, and docs/api.md describes the calls.

/**
 * An error with one of the codes in README.md. `path` is the call that failed, if it was one; `cause` is the code that
 * the authenticator gave, or the browser's error; `cure` is there for mistakes of the setup. `retryAfter` is the number
 * of seconds after which a call that came too often may be made again.
 */
export class AuthenticatorError extends Error {
    constructor(code, message, { path, cause, cure, retryAfter } = {}) {
        super(cure ? `${message.replace(/\.$/, '')}. ${cure}` : message, { cause });
        this.name = 'AuthenticatorError';
        this.code = code;
        this.path = path;
        this.cure = cure;
        this.retryAfter = retryAfter;
    }
}

/** How long the authenticator may take for an answer, and a pause before autofill tries again, in milliseconds. */
const patience = 15_000;
const pause = 30_000;
/** How long a prompt may take to end after its signal, in milliseconds: some password managers ignore signals. */
const grace = 1_000;
/** An immediate prompt that ends sooner, in milliseconds, was never shown: nobody cancels so fast. */
const instant = 1_000;

/** The authenticator's own codes that stay as they are. */
const kept = new Set([
    'challenge_expired', 'expired_token', 'invalid_request', 'not_found', 'too_many_requests', 'unauthorized',
    'wrong_tenant',
]);
/** Its code for a passkey that is not registered, which the password manager then forgets. */
const unknown = 'unknown_credential';
/** What its reasons for refusing a passkey are called here; all others are `not_verified`. */
const refusals = new Map([['ORIGIN_NOT_ALLOWED', 'not_allowed'], ['ALREADY_REGISTERED', 'passkey_exists']]);
/** How the sandbox says the first of them. */
const sandboxRefusal = 'origin_not_allowed';
/** Errors after which a passkey that was just created is certainly not registered. */
const unregistered = new Set(['challenge_expired', 'expired_token', 'not_allowed', 'not_verified']);

// What the browser can do.

/** Whether the browser has passkeys at all. */
export function isSupported() {
    return typeof globalThis.PublicKeyCredential === 'function';
}

/** Whether the device can keep a passkey behind its screen lock, so that an offer makes sense. */
export async function canCreate() {
    return await told((browser) => browser.isUserVerifyingPlatformAuthenticatorAvailable()) === true;
}

/** Whether the browser can show passkeys among the suggestions of an input. */
export async function canAutofill() {
    return await told((browser) => browser.isConditionalMediationAvailable?.()) === true;
}

/** Whether the browser can create a passkey without asking. It does so only right after it has filled in a password. */
export async function canCreateQuietly() {
    return (await told((browser) => browser.getClientCapabilities?.()))?.conditionalCreate === true;
}

/** Whether the browser can say at once that there is no passkey here (`uiMode: 'immediate'`). */
export async function canAskImmediately() {
    return (await told((browser) => browser.getClientCapabilities?.()))?.immediateGet === true;
}

/** What the browser says of itself. Password managers put calls of their own in place of the browser's. */
async function told(question) {
    if (!isSupported()) return undefined;
    try { return await question(PublicKeyCredential); } catch (cause) {
        const message = 'The browser, or a password manager in its place, fails to say what it can do';
        throw new AuthenticatorError('unexpected', message, { cause });
    }
}

/** Whether the browser can tell the password manager that a passkey no longer works. */
export function canForget() {
    return isSupported() && 'signalUnknownCredential' in PublicKeyCredential;
}

export class Authenticator {
    #url;
    #tenant;
    #action;
    #pool;
    #ownUserNames;
    /** Whether the authenticator has answered a call: then the address and CORS are right. */
    #isReached = false;
    /** How many times in a row autofill has failed. */
    #failures = 0;

    /**
     * `baseUrl` is the stack's output AuthenticatorBaseUrl, `tenantId` the user pool's id, `action` the functions'
     * AUTHSIGNAL_ACTION. `ownUserNames` is for pools whose user names are not the users' `sub`.
     */
    constructor({ baseUrl, tenantId, action = 'cognitoAuth', ownUserNames = false }) {
        this.#url = `${checked(baseUrl).replace(/\/$/, '')}/client/`;
        if (typeof tenantId !== 'string' || !/^[!-~]+$/.test(tenantId)) {
            throw new AuthenticatorError('wrong_tenant', `tenantId is ${tenantId}`, { cure: cures.tenant });
        }
        this.#tenant = `Basic ${btoa(`${tenantId}:`)}`;
        this.#action = action;
        this.#pool = tenantId;
        this.#ownUserNames = ownUserNames;
    }

    // Emailed codes.

    /** Has a code mailed. Takes the parameters of Cognito's challenge, and the address that the user typed. */
    async sendCode({ token, isEnrolled } = {}, email) {
        if (!token) throw new AuthenticatorError('invalid_request', 'The parameters of the challenge have no token');
        if (isEnrolled === 'true') await this.#post('challenge/email-otp', token);
        else await this.#post('user-authenticators/email-otp', token, { email });
    }

    /** Returns the token that a right code gives: the answer to Cognito's challenge. */
    async verifyCode(token, code) {
        const path = 'verify/email-otp';
        const answer = await this.#post(path, token, { verificationCode: code });
        if (answer.isVerified) return answer.accessToken;
        const isLast = answer.failureReason === 'MAX_ATTEMPTS_EXCEEDED';
        throw new AuthenticatorError(isLast ? 'too_many_wrong_codes' : 'wrong_code', 'The code is wrong', { path });
    }

    // Signing in with a passkey.

    /**
     * Asks for a passkey. Returns the answer to Cognito's challenge, the user whose sign-in it is, and the passkey's
     * owner. Takes the parameters of Cognito's challenge if the sign-in has begun: with `passkeyOptions` among them, no
     * call is made. The answer is the passkey itself, which Cognito verifies. It is the token of a proof with `prove`,
     * with a `token` alone, and if the passkey does not name its user.
     */
    async signIn({ signal, ...asked } = {}) {
        return inTurn('prompt', (turn) => this.#signIn(asked, turn), signal);
    }

    async #signIn({ token, passkeyOptions, prove = false, hints, uiMode }, turn) {
        if (passkeyOptions && !prove) {
            const offered = attempt(() => JSON.parse(passkeyOptions));
            if (!offered?.options) throw new AuthenticatorError('invalid_request', 'passkeyOptions cannot be read');
            const credential = await turn.ask('get', offered.options, { hints, uiMode });
            return this.#signed(offered, credential, { isOfRound: true });
        }
        const offered = await this.#offer(token, turn.signal);
        const credential = await turn.ask('get', offered.options, { hints, uiMode });
        return this.#used(offered, credential, { token, prove: prove || Boolean(token) });
    }

    /**
     * Offers passkeys among the suggestions of an input with `autocomplete="username webauthn"`, for as long as the
     * page is open: the options are renewed before they expire. Returns the same as `signIn`; undefined if the browser
     * has no autofill, if `signal` aborts, or if another call takes its place.
     */
    async autofill({ signal } = {}) {
        if (!await canAutofill()) return undefined;
        return inTurn('background', async (turn) => {
            // Apps call this again after an error. If the error stays, that must not become a tight loop.
            if (this.#failures > 0) await limited(Math.min(pause, 500 * 2 ** this.#failures), turn.signal).ended;
            try {
                const used = await this.#suggest(turn);
                if (used) this.#failures = 0;
                return used;
            } catch (error) {
                this.#failures += 1;
                throw error;
            }
        }, signal);
    }

    /**
     * Takes a passkey to the authenticator that Cognito has refused: throws what is wrong with it, or returns a proof
     * with a `token`. One that has signed for a round of Cognito's gives no proof. The password manager forgets a
     * passkey that is not registered.
     */
    async prove(passkey) {
        if (passkey.isOfRound) return this.#explain(passkey);
        return passkey.token ? passkey : this.#prove(passkey);
    }

    async #suggest(turn) {
        const stopped = turn.signal;
        for (;;) {
            let limit, offered, credential;
            try {
                offered = await this.#offer(undefined, stopped);
                limit = limited(offered.options.timeout * 0.8, stopped);
                credential = await turn.ask('get', offered.options, { mediation: 'conditional', signal: limit.signal });
            } catch (error) {
                // Nobody is waiting for the options, so their outage is no news.
                if (['outage', 'too_many_requests'].includes(error.code)) await limited(pause, stopped).ended;
                else if (!(limit?.signal ?? stopped).aborted) throw error;
            } finally {
                limit?.end();
            }
            if (stopped.aborted) return undefined;
            if (!credential) continue;
            if (Date.now() < offered.end) return this.#used(offered, credential);
            // The computer has slept past the end of the options, so the user's choice leads to one more prompt.
            offered = await this.#offer(undefined, stopped);
            return this.#used(offered, await turn.ask('get', offered.options));
        }
    }

    /** Options of a prompt, and when they end. Without a token, they are for any passkey on the device. */
    async #offer(token, signal) {
        const begun = Date.now();
        const offered = token
            ? await this.#post('user-authenticators/passkey/authentication-options', token, {}, signal)
            : await this.#post('passkey/options', undefined, { action: this.#action }, signal);
        if (!(offered.options?.timeout > 0)) throw strange(`${this.#url} gives no options of a prompt`);
        return { ...offered, end: begun + offered.options.timeout };
    }

    /** What a passkey that has signed is worth: itself if that is enough, otherwise the proof with it. */
    async #used(offered, credential, { token, prove = false } = {}) {
        const passkey = await this.#signed(offered, credential);
        const namesUser = passkey.userId && !this.#ownUserNames;
        return namesUser && !prove ? passkey : this.#prove(passkey, token);
    }

    /** A passkey that has signed: the answer to Cognito's challenge, its owner, and the user whom its handle names. */
    async #signed({ challengeId, options: { rpId } }, credential, facts) {
        const answer = JSON.stringify({ challengeId, authenticationCredential: credential });
        const { userHandle } = credential.response;
        const userId = await userOf(userHandle, this.#pool);
        return { answer, userId, owner: { rpId, userId: userHandle }, ...facts };
    }

    /** Throws what is wrong with a passkey that has signed for a round. Only Cognito takes its assertion. */
    async #explain({ answer, userId, owner: { rpId } }) {
        const path = 'user-authenticators/passkey';
        const { id: credentialId } = JSON.parse(answer).authenticationCredential;
        try { await this.#call('GET', `${path}?credentialId=${encodeURIComponent(credentialId)}`); } catch (error) {
            if (error.cause !== 'invalid_credential') throw error;
            // Another pool's passkey may be registered there.
            if (userId) await signal('UnknownCredential', { rpId, credentialId });
            throw new AuthenticatorError('none_here', 'The passkey is not registered', { path, cause: error.cause });
        }
        throw refusal({}, path);
    }

    async #prove({ answer, owner }, token) {
        const path = 'verify/passkey';
        const body = JSON.parse(answer);
        let verdict;
        try { verdict = await this.#post(path, token, body); } catch (error) {
            const facts = { rpId: owner.rpId, credentialId: body.authenticationCredential.id };
            if (error.cause === unknown) await signal('UnknownCredential', facts);
            throw error;
        }
        if (!verdict.isVerified) throw refusal(verdict, path);
        const { accessToken, userId, username } = verdict;
        return { answer: accessToken, token: accessToken, userId, username, owner };
    }

    // Creating passkeys.

    /**
     * Creates a passkey. The token is that of a proof, or of AddAuthenticator; `username` is what prompts show. Returns
     * the passkey, whose it is, and a token that proves it.
     */
    async createPasskey(token, { username, displayName = username, attachment, hints, signal } = {}) {
        const asked = { username, displayName, authenticatorAttachment: attachment };
        return inTurn('prompt', (turn) => this.#create(token, asked, { hints }, turn), signal);
    }

    /**
     * Lets the browser create a passkey without asking, which it does only right after it has filled in a saved
     * password. Returns undefined if it does not. Such a passkey proves nothing yet: there is no token.
     */
    async createPasskeyQuietly(token, { username, displayName = username, signal } = {}) {
        if (!await canCreateQuietly()) return undefined;
        const asked = { username, displayName, conditionalCreate: true };
        return inTurn('background', async (turn) => {
            try { return await this.#create(token, asked, { mediation: 'conditional' }, turn); } catch (error) {
                // It did not want to. Nobody has been asked, so nobody has to be told.
                if (error.path === undefined) return undefined;
                throw error;
            }
        }, signal);
    }

    async #create(token, asked, prompt, turn) {
        const path = 'user-authenticators/passkey';
        const { challengeId, options } = await this.#post(`${path}/registration-options`, token, asked, turn.signal);
        const credential = await turn.ask('create', options, prompt);
        let answer;
        try {
            answer = await this.#post(path, token, { challengeId, registrationCredential: credential });
            if (!answer.isVerified) throw refusal(answer, path);
        } catch (error) {
            // Otherwise an unknown passkey would stay on the device, and be offered at each sign-in.
            const facts = { rpId: options.rp.id, credentialId: credential.id };
            if (unregistered.has(error.code)) await signal('UnknownCredential', facts);
            throw error;
        }
        const owner = { rpId: options.rp.id, userId: options.user.id };
        return { token: answer.accessToken, passkey: summary(answer.userAuthenticator), owner };
    }

    // The user's passkeys. These calls need the token of a proof. `owner` comes with a passkey that was used or
    // created, and lets the password manager learn what has changed.

    /** Lists the passkeys. The password manager learns which there are, and hides all others. */
    async list(token, owner) {
        const all = await this.#call('GET', 'user-authenticators', token);
        const passkeys = all.filter(({ verificationMethod }) => verificationMethod === 'PASSKEY').map(summary);
        // An empty answer may mean that the token has proven nothing, and a list may not be all that the user's handle
        // stands for. Then no passkey may disappear.
        if (owner?.userId && all.length > 0 && all.every(({ allowsSignals }) => allowsSignals === true)) {
            const allAcceptedCredentialIds = passkeys.map(({ credentialId }) => credentialId);
            await signal('AllAcceptedCredentials', { ...owner, allAcceptedCredentialIds });
        }
        return passkeys;
    }

    /** Gives a passkey a name, which only its user sees. */
    async rename(token, { id }, name) {
        return summary(await this.#call('PATCH', `user-authenticators/${encodeURIComponent(id)}`, token, { name }));
    }

    /** Removes a passkey, and has the password manager forget it. */
    async remove(token, { id, credentialId }, owner) {
        await this.#call('DELETE', `user-authenticators/${encodeURIComponent(id)}`, token);
        if (owner) await signal('UnknownCredential', { rpId: owner.rpId, credentialId });
    }

    // The setup.

    /**
     * Looks for mistakes of the setup as this page sees them: the address, CORS, the tenant, the page's origin, the
     * relying party, the input for autofill, and what the browser can do.
     */
    async diagnose({ input } = {}) {
        const { diagnose } = await import('./diagnose.js');
        const judge = (assertion) => this.#post('verify/passkey', undefined, assertion);
        return diagnose({ url: this.#url, offer: () => this.#offer(), judge, input });
    }

    // Calls.

    #post(path, token, body, signal) {
        return this.#call('POST', path, token, body, signal);
    }

    async #call(method, path, token, body, signal) {
        const url = this.#url + path;
        const limit = limited(patience, signal);
        const policy = watchPolicy(url);
        let response, text;
        try {
            response = await fetch(url, {
                method, signal: limit.signal, cache: 'no-store', credentials: 'omit', redirect: 'error',
                headers: {
                    'Authorization': token ? `Bearer ${token}` : this.#tenant, 'Content-Type': 'application/json',
                },
                body: body && JSON.stringify(body),
            });
            text = await response.text();
        } catch (cause) {
            if (signal?.aborted) throw new AuthenticatorError('aborted', words(signal.reason), { cause });
            const isOutage = this.#isReached || limit.signal.aborted;
            const mistake = isOutage ? undefined : await hiddenMistake(url, policy, { path, cause });
            throw mistake ?? new AuthenticatorError('outage', 'The authenticator did not answer', { path, cause });
        } finally {
            limit.end();
            policy.end();
        }
        const answer = attempt(() => JSON.parse(text));
        const isObject = typeof answer === 'object' && answer !== null;
        this.#isReached ||= isObject && (response.ok || answer.errorCode !== undefined);
        if (response.ok && isObject) return answer;
        const retryAfter = Number(response.headers.get('Retry-After')) || undefined;
        throw failure(response.status, answer, { url, path, retryAfter });
    }
}

// Mistakes of the setup.

const cures = {
    url: "Set baseUrl to the stack's output AuthenticatorBaseUrl, which ends in /v1",
    tenant: "Set tenantId to the stack's output UserPoolId",
};

/** The address in the settings, if it is one that this page can call. */
function checked(baseUrl) {
    const page = globalThis.location;
    const url = attempt(() => new URL(baseUrl, page?.href ?? 'http://localhost'));
    if (typeof baseUrl !== 'string' || baseUrl === '' || !/^https?:$/.test(url?.protocol)) {
        throw strange(`baseUrl is ${baseUrl}`);
    }
    const isLocal = /^(localhost|127\..*|\[::1\])$/.test(url.hostname);
    if (page?.protocol === 'https:' && url.protocol === 'http:' && !isLocal) {
        throw strange(`A page with https cannot call ${baseUrl}`);
    }
    return baseUrl;
}

/** What answers at the address is not the authenticator's API. */
function strange(message, details) {
    return new AuthenticatorError('wrong_base_url', message, { ...details, cure: cures.url });
}

/** Notices whether the page's Content-Security-Policy blocks calls of an address. The event follows the failure. */
function watchPolicy(url) {
    const event = 'securitypolicyviolation';
    const policy = { isBroken: false, end: () => globalThis.document?.removeEventListener(event, note) };
    const note = ({ blockedURI, disposition }) => {
        policy.isBroken ||= disposition === 'enforce' && originOf(blockedURI) === originOf(url);
    };
    globalThis.document?.addEventListener(event, note);
    return policy;
}

function originOf(url) {
    return attempt(() => new URL(url, globalThis.location?.href).origin);
}

/**
 * The mistake of the setup because of which a call got no answer; undefined in an outage. Browsers hide such mistakes
 * from the page, so this asks twice more, without a token and for nothing.
 */
async function hiddenMistake(url, policy, details) {
    await new Promise((resolve) => { setTimeout(resolve); });
    const origin = originOf(url);
    if (policy.isBroken) {
        const cure = `Add ${origin} to connect-src`;
        return new AuthenticatorError(
            'csp_blocked', `This page's Content-Security-Policy blocks ${origin}`, { ...details, cure });
    }
    const limit = limited(patience);
    const knock = (how) => fetch(url, { ...how, signal: limit.signal, cache: 'no-store', credentials: 'omit' })
        .catch(() => undefined);
    try {
        const answer = await knock({ redirect: 'manual' });
        if (answer?.type === 'opaqueredirect') return strange(`${url} redirects`, details);
        if (answer || !await knock({ mode: 'no-cors' })) return undefined;
    } finally {
        limit.end();
    }
    const { origin: page } = globalThis.location ?? {};
    const cure = `Add ${page} to the stack's parameter PasskeyOrigins`;
    return new AuthenticatorError(
        'cors_blocked', `${origin} lets no page of ${page} read its answers`, { ...details, cure });
}

/**
 * The user whom a passkey's handle names: 8 bytes of the SHA-256 of the pool's id, then the `sub`. Undefined for
 * another pool's handle, or one of another form. A handle is not signed, and proves nothing.
 */
async function userOf(handle, pool) {
    const bytes = attempt(() => decode(handle));
    if (bytes?.length !== 24) return undefined;
    const tag = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(pool))).subarray(0, 8);
    if (!tag.every((byte, index) => byte === bytes[index])) return undefined;
    const digits = Array.from(bytes.subarray(8), (byte) => byte.toString(16).padStart(2, '0')).join('');
    return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** Why a passkey was not accepted. `cause` is what the authenticator says of this page and this device. */
function refusal({ failureReason }, path) {
    const code = refusals.get(failureReason) ?? 'not_verified';
    if (code !== 'not_allowed') {
        return new AuthenticatorError(code, 'The passkey was not accepted', { path, cause: failureReason });
    }
    const { origin } = location;
    const message = `The authenticator accepts no passkeys from ${origin}, or not in this frame`;
    const cure = `Add ${origin} to the stack's parameter PasskeyOrigins, and show the page outside of frames`;
    return new AuthenticatorError(code, message, { path, cause: failureReason, cure });
}

/** The error for an answer that is none: one of the authenticator's, or of something else at its address. */
function failure(status, answer, { url, path, retryAfter }) {
    const { errorCode, errorDescription = `The answer has status ${status}` } = answer ?? {};
    const isElsewhere = errorCode === undefined && (status < 400 || status === 404 || status === 405);
    if (isElsewhere && answer === undefined) {
        const message = `${url} answers with a page in place of JSON, and status ${status}`;
        return new AuthenticatorError('not_json', message, { path, cure: cures.url });
    }
    if (isElsewhere) return strange(`${url} is not a path of the authenticator`, { path });
    const details = { path, cause: errorCode, retryAfter };
    const error = new AuthenticatorError(codeOf(status, errorCode), errorDescription, details);
    // The authenticator's own words stay as they are.
    if (error.code === 'wrong_tenant') error.cure = cures.tenant;
    return error;
}

function codeOf(status, errorCode) {
    if ([unknown, 'no_credential'].includes(errorCode)) return 'none_here';
    if (errorCode === sandboxRefusal) return 'not_allowed';
    if (kept.has(errorCode)) return errorCode;
    if (status === 429) return 'too_many_requests';
    return status >= 500 ? 'outage' : 'unexpected';
}

/** Has the password manager show a new name for a user's passkeys, for example after a change of their address. */
export async function tellName(owner, name, displayName = name) {
    await signal('CurrentUserDetails', { ...owner, name, displayName });
}

function summary({ userAuthenticatorId: id, webauthnCredential, createdAt, lastVerifiedAt }) {
    const { credentialId, name } = webauthnCredential ?? {};
    return { id, credentialId, name, createdAt, lastVerifiedAt };
}

/** The browser may lack a signal or refuse it. Nothing depends on it. */
async function signal(name, facts) {
    const send = `signal${name}`;
    try { await globalThis.PublicKeyCredential?.[send]?.(facts); } catch (error) { console.info(send, error); }
}

// Prompts. A browser has one at a time, and the newest one wins.

/** Whose turn it is: the newest call for a prompt, and the newest that waits without one, such as autofill. */
const turns = { prompt: undefined, background: undefined };
/** The prompt that the browser shows, or is about to: the call's turn, and a promise of the prompt's end. */
let shown;

/** Makes a call the newest of its kind, which ends the one before. It also ends with the app's signal. */
async function inTurn(kind, work, signal) {
    turns[kind]?.end();
    const turn = new Turn(kind);
    turns[kind] = turn;
    const end = () => turn.end(signal.reason);
    signal?.addEventListener('abort', end);
    if (signal?.aborted) end();
    try { return await work(turn); } finally {
        signal?.removeEventListener('abort', end);
        if (turns[kind] === turn) turns[kind] = undefined;
    }
}

class Turn {
    #kind;
    #controller = new AbortController();

    constructor(kind) {
        this.#kind = kind;
    }

    get signal() {
        return this.#controller.signal;
    }

    end(reason = new DOMException('Another prompt has taken the place of this one', 'AbortError')) {
        this.#controller.abort(reason);
    }

    /** Shows a prompt in place of the one before it. What waits in the background makes way, even for options. */
    async ask(verb, options, prompt = {}) {
        if (this.#kind === 'prompt') turns.background?.end();
        const before = shown;
        const asked = endOfPrompt(before).then(() => ask(verb, options, { signal: this.signal, ...prompt }));
        const own = { turn: this, ended: asked.catch(() => {}) };
        shown = own;
        try { return await asked; } finally {
            if (shown === own) shown = undefined;
        }
    }
}

/** Ends a prompt. Some password managers take no notice, so this waits for a moment only. */
async function endOfPrompt(prompt) {
    prompt?.turn.end();
    if (prompt) await within(grace, prompt.ended);
}

/** Ends the autofill or the quiet creation that waits, if there is one. */
export async function stopBackground() {
    const { background } = turns;
    background?.end();
    if (background && shown?.turn === background) await endOfPrompt(shown);
}

/** Has the user create a passkey; takes and returns the JSON of WebAuthn sections 5.1.8 and 5.1.9. */
export async function createCredential(options, prompt) {
    return askInTurn('create', options, prompt);
}

/** Has the user choose a passkey; takes and returns the JSON of WebAuthn sections 5.1.8 and 5.1.10. */
export async function getCredential(options, prompt) {
    return askInTurn('get', options, prompt);
}

function askInTurn(verb, options, { signal, ...prompt } = {}) {
    const kind = prompt.mediation === 'conditional' ? 'background' : 'prompt';
    return inTurn(kind, (turn) => turn.ask(verb, options, prompt), signal);
}

async function ask(verb, { ...options }, { mediation, hints, uiMode, signal }) {
    if (!isSupported()) throw new AuthenticatorError('unsupported', 'This browser has no passkeys');
    if (hints) options.hints = hints;
    let credential, begun;
    try {
        signal.throwIfAborted();
        // The browser refuses it without a click, and for listed passkeys. Then the usual prompt opens.
        const isImmediate = uiMode === 'immediate' && verb === 'get' && await canAskImmediately()
            && navigator.userActivation.isActive && !options.allowCredentials?.length;
        const publicKey = verb === 'create'
            ? PublicKeyCredential.parseCreationOptionsFromJSON?.(options) ?? creationOptions(options)
            : PublicKeyCredential.parseRequestOptionsFromJSON?.(options) ?? requestOptions(options);
        if (isImmediate) begun = performance.now();
        const prompt = navigator.credentials[verb](
            { publicKey, mediation, signal, ...isImmediate && { uiMode } });
        credential = await Promise.race([prompt, endOf(signal)]);
        if (!credential) throw new DOMException('The browser gave no passkey', 'NotAllowedError');
    } catch (error) {
        if (error instanceof AuthenticatorError) throw error;
        const name = signal.aborted ? 'AbortError' : error?.name; // the app may abort with any value
        const code = reason(name, verb);
        const isNoneHere = code === 'cancelled' && performance.now() - begun < instant;
        throw new AuthenticatorError(isNoneHere ? 'none_here' : code, words(error), { cause: error });
    }
    try { return read(credential); } catch (cause) {
        throw new AuthenticatorError('unexpected', 'The passkey that the browser gave cannot be read', { cause });
    }
}

function words(error) {
    return String(error?.message ?? error);
}

/** Rejects a moment after the signal has aborted. */
function endOf(signal) {
    return new Promise((_, reject) => {
        signal.addEventListener('abort', () => setTimeout(reject, grace, signal.reason), { once: true });
    });
}

/** Some password managers put an object of their own in place of the browser's. Its methods fail. */
function read(credential) {
    const given = attempt(() => credential.toJSON());
    return given?.response ? given : json(credential);
}

/** What a call returns; undefined if it fails. */
function attempt(call) {
    try { return call(); } catch { return undefined; }
}

/** Why a prompt ended without a passkey, as far as the browser tells. */
function reason(name, verb) {
    switch (name) {
    case 'AbortError': return 'aborted';
    case 'NotAllowedError':
        // A cancelled prompt and a missing passkey have the same name, so that no page learns who has a passkey. A
        // frame that must not ask has it too, and browsers with this method tell.
        return document.featurePolicy?.allowsFeature(`publickey-credentials-${verb}`) === false
            ? 'not_allowed' : 'cancelled';
    case 'SecurityError': return 'not_allowed';
    case 'InvalidStateError': return verb === 'create' ? 'passkey_exists' : 'unexpected';
    case 'NotSupportedError':
    case 'ConstraintError': return 'unsupported';
    default: return 'unexpected';
    }
}

// For browsers without the JSON methods of WebAuthn Level 3, and for objects on which these fail.

function creationOptions({ challenge, user, excludeCredentials, ...others }) {
    return {
        ...others, challenge: decode(challenge), user: { ...user, id: decode(user.id) },
        excludeCredentials: descriptors(excludeCredentials),
    };
}

function requestOptions({ challenge, allowCredentials, ...others }) {
    return { ...others, challenge: decode(challenge), allowCredentials: descriptors(allowCredentials) };
}

function descriptors(list = []) {
    return list.map((descriptor) => ({ ...descriptor, id: decode(descriptor.id) }));
}

function json(credential) {
    const { id, rawId, type, authenticatorAttachment, response } = credential;
    const members = {};
    for (const name of ['clientDataJSON', 'attestationObject', 'authenticatorData', 'signature', 'userHandle']) {
        if (response[name]) members[name] = encode(response[name]);
    }
    if (typeof id !== 'string' || !members.clientDataJSON) throw new TypeError('The passkey is not complete');
    // Nothing depends on the transports and the outputs of extensions.
    const transports = attempt(() => response.getTransports());
    if (Array.isArray(transports)) members.transports = transports.filter((name) => typeof name === 'string');
    return {
        id, rawId: encode(rawId), type, authenticatorAttachment: authenticatorAttachment ?? undefined,
        response: members, clientExtensionResults: attempt(() => credential.getClientExtensionResults()) ?? {},
    };
}

function encode(bytes) {
    if (bytes.byteLength === undefined) throw new TypeError('The passkey has a member that is not bytes');
    const text = String.fromCharCode(...new Uint8Array(bytes));
    return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function decode(text) {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

// Time.

/** Waits for a promise, but not longer than some milliseconds. */
async function within(milliseconds, promise) {
    const limit = limited(milliseconds);
    await Promise.race([promise, limit.ended]);
    limit.end();
}

/** A signal that aborts after some milliseconds, or with another one, and a promise of that. `end` stops the timer. */
function limited(milliseconds, signal) {
    const controller = new AbortController();
    const ended = new Promise((resolve) => { controller.signal.addEventListener('abort', resolve); });
    const abort = () => controller.abort();
    const timer = setTimeout(abort, milliseconds);
    signal?.addEventListener('abort', abort);
    if (signal?.aborted) abort();
    const end = () => { clearTimeout(timer); signal?.removeEventListener('abort', abort); };
    return { signal: controller.signal, ended, end };
}
