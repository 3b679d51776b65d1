// Sign-in with an OpenID provider's passkeys, for <passkey-sign-in>: the provider in place of an authenticator, which
// mails no codes. Its ID token answers Cognito's challenge, and ties a new account to the one at the provider.

import { createCredential, getCredential } from './authenticator.js';
import { claims } from './claims.js';
import { CognitoError } from './cognito.js';
import { Pool } from './pool.js';
import { stored } from './storage.js';

const exists = 'There is already an account with this email address. Sign in instead.';
const unconfirmed = 'This account is not confirmed. Create it again with the same address to get a new code.';

/** The passkeys at the provider. A proof is the provider's ID token, with its access token for the account there. */
export class OpenIDAuthenticator {
    #provider;
    #fresh = {};

    constructor(provider) {
        this.#provider = provider;
    }

    /** Keeps the proof of a sign-up for as long as the functions take its ID token. */
    keep(proof) {
        this.#fresh = { proof, end: Date.now() + 100_000 };
    }

    /** Uses a passkey. In the round of a sign-in right after a sign-up, the proof of that suffices. */
    async signIn({ challenge } = {}) {
        const { proof, end } = this.#fresh;
        this.#fresh = {};
        if (challenge && Date.now() < end) return proof;
        const begun = await this.#provider.challenge();
        return this.exchange(begun, await getCredential(begun.authn_params_public_key));
    }

    /** Exchanges a passkey's response, and codes if there are any, for the proof. */
    async exchange({ auth_session: session }, credential, codes) {
        const { id_token: answer, access_token: token } = await this.#provider.token(session, credential, codes);
        return { answer, token, username: claims(answer).email };
    }

    async createPasskey(token) {
        const begun = await this.#provider.enrol(token);
        const credential = await createCredential(begun.authn_params_public_key);
        await this.#provider.verifyEnrolment(token, begun.auth_session, credential);
        return { token };
    }

    async list(token) {
        const methods = await this.#provider.methods(token);
        return methods.filter(({ type }) => type === 'passkey').map(({ id, name = 'Passkey' }) => ({ id, name }));
    }

    rename(token, { id }, name) {
        return this.#provider.rename(token, id, name);
    }

    remove(token, { id }) {
        return this.#provider.remove(token, id);
    }
}

/** Cognito's pool, whose accounts are made with one at the provider. */
export class OpenIDPool extends Pool {
    #provider;
    #authenticator;
    /** The sign-up that waits for the provider's own code. */
    #unproven;

    constructor(settings, provider, authenticator) {
        super(settings);
        this.#provider = provider;
        this.#authenticator = authenticator;
    }

    async signUp(email, password) {
        this.#unproven = undefined;
        const begun = await this.#begin(email);
        if (begun?.verification_required) {
            this.#unproven = { begun, password };
            return { isConfirmed: false };
        }
        return this.#signUpWith(begun ? await this.#create(begun) : await this.#proveUnfinished(email), password);
    }

    async confirmSignUp(email, code) {
        const waiting = this.#unproven;
        if (!waiting) {
            await super.confirmSignUp(email, code);
            return rememberUnconfirmed();
        }
        waiting.credential ??= await createCredential(waiting.begun.authn_params_public_key);
        let proof;
        try {
            proof = await this.#authenticator.exchange(waiting.begun, waiting.credential, { email: code });
        } catch (error) {
            if (error.unverified?.length > 0) throw new CognitoError('wrong_code', error.message);
            throw error;
        }
        this.#unproven = undefined;
        await this.#signUpWith(proof, waiting.password);
    }

    async resendConfirmation(email) {
        // The provider sends another code only for another sign-up.
        if (this.#unproven) await this.signUp(email, this.#unproven.password);
        else await super.resendConfirmation(email);
    }

    async call(operation, members) {
        try { return await super.call(operation, members); } catch (error) {
            // The account may be somebody else's. A code typed for it would let them in.
            throw error.code === 'not_confirmed' ? new CognitoError('unexpected', unconfirmed) : error;
        }
    }

    /** Begins to create an account at the provider; null if there already is one with that address. */
    async #begin(email) {
        try { return await this.#provider.register(email); } catch (error) {
            if (error.saysUserExists) return null;
            throw error;
        }
    }

    async #create(begun) {
        return this.#authenticator.exchange(begun, await createCredential(begun.authn_params_public_key));
    }

    /** Proves that the account at the provider is the user's own, from a sign-up that never reached Cognito. */
    async #proveUnfinished(email) {
        let proof;
        try { proof = await this.#authenticator.signIn(); } catch (error) {
            throw ['cancelled', 'none_here'].includes(error.code) ? new CognitoError('unexpected', exists) : error;
        }
        if (proof.username.toLowerCase() !== email.toLowerCase()) throw new CognitoError('unexpected', exists);
        return proof;
    }

    /** Creates the account in Cognito, by the name exactly as the provider writes it in its tokens. */
    async #signUpWith(proof, password = `${crypto.randomUUID()}-Aa1`) {
        const { answer: idToken, username: name } = proof;
        const { iss, sub } = claims(idToken);
        const account = { name, subject: `${iss}|${sub}` };
        let answered;
        try {
            answered = await this.call('SignUp', {
                Username: name, Password: password, ClientMetadata: { idToken },
                UserAttributes: [
                    { Name: 'email', Value: name }, { Name: 'custom:oidc_subject', Value: account.subject },
                ],
            });
        } catch (error) {
            if (error.code !== 'exists') throw error;
            // Somebody else may have created it. Only an account created in this browser is known to be the user's own.
            if (!isUnconfirmed(account)) throw new CognitoError('unexpected', exists);
            await super.resendConfirmation(name);
        }
        this.#authenticator.keep(proof);
        const isConfirmed = Boolean(answered?.UserConfirmed);
        rememberUnconfirmed(isConfirmed ? undefined : account);
        return { isConfirmed, userId: answered?.UserSub };
    }
}

const key = 'unconfirmed';

/** Whether this browser created the account, and its confirmation code has not been typed yet. */
function isUnconfirmed(account) {
    return stored('localStorage')?.getItem(key) === JSON.stringify(account);
}

function rememberUnconfirmed(account = null) {
    stored('localStorage')?.setItem(key, JSON.stringify(account));
}
