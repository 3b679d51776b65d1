// The steps of a sign-in with an OpenID provider's passkeys. The provider's ID token answers Cognito's challenge.

import { canAutofill, createCredential, getCredential } from './authenticator.js';
import { claims } from './claims.js';
import {
    AccountExists, IDTokenRefused, Journey, OtherUsersPasskey, ProofRefused, SignInEnded, WrongCode,
} from './journey.js';
import { isUnconfirmed, rememberUnconfirmed } from './memory.js';
import { ProviderError } from './provider.js';

export class OpenIDJourney extends Journey {
    constructor(cognito, provider, settings) {
        super(cognito, null, settings);
        this.provider = provider;
        /** The provider's token for the account whose passkey was used last. */
        this.account = null;
        /** The user who has just signed up: their user name in Cognito and the ID token from the sign-up. */
        this.newcomer = null;
        /** The sign-up that waits for the provider's own code; null if there is none. */
        this.unproven = null;
    }

    /**
     * Creates an account at the provider and one in Cognito that is tied to it. Signs the user in, unless a code is
     * needed first. Returns true if that is Cognito's. If it is the provider's, `unproven` waits for it.
     */
    async signUp(email) {
        const begun = await this.begin(email);
        this.unproven = begun?.verification_required ? { begun, credential: null } : null;
        if (this.unproven) return false;
        return this.signUpWith(begun
            ? await this.exchange(begun, await createCredential(begun.authn_params_public_key))
            : await this.proveUnfinished(email));
    }

    /** Goes on with a sign-up that waits for the provider's code. */
    async proveAddress(code) {
        const { unproven } = this;
        unproven.credential ??= await createCredential(unproven.begun.authn_params_public_key);
        let proof;
        try { proof = await this.exchange(unproven.begun, unproven.credential, { email: code }); } catch (error) {
            if (error.unverified?.length > 0) throw new WrongCode();
            this.unproven = null;
            throw error.code === 'invalid_grant' ? new SignInEnded() : error;
        }
        this.unproven = null;
        return this.signUpWith(proof);
    }

    /** Creates the account in Cognito for one at the provider. */
    async signUpWith(proof) {
        const { iss, sub } = claims(proof.token);
        // The name exactly as the provider writes it, because later sign-ins read it from the provider's tokens.
        const name = proof.username;
        const account = { name, subject: `${iss}|${sub}` };
        this.newcomer = { name, token: proof.token };
        let answer;
        try {
            answer = await this.cognito.signUp(name, this.newPassword, {
                UserAttributes: [
                    { Name: 'email', Value: name }, { Name: 'custom:oidc_subject', Value: account.subject },
                ],
                ClientMetadata: { idToken: proof.token },
            });
        } catch (error) {
            // Somebody else may have created the unconfirmed account with this address. A code typed for it would
            // let them in. Only an account created in this browser is known to be the user's own.
            if (error.type !== 'UsernameExistsException' || !isUnconfirmed(account)) throw error;
            await this.cognito.resendConfirmationCode(name);
            return true;
        }
        if (answer.UserConfirmed === false) {
            rememberUnconfirmed(account);
            return true;
        }
        await this.signInNewcomer();
        return false;
    }

    /** Signs in the user who has just signed up, with the ID token from the sign-up. */
    async signInNewcomer() {
        const { name, token } = this.newcomer;
        this.newcomer = null;
        rememberUnconfirmed();
        await this.start(name);
        await this.finish(token);
    }

    /** Begins to create an account at the provider; null if there already is one with that address. */
    async begin(email) {
        try { return await this.provider.register(email); } catch (error) {
            if (error.saysUserExists) return null;
            throw error;
        }
    }

    /**
     * Signs in to the existing account at the provider. It may be the user's own, from a sign-up that never reached
     * Cognito.
     */
    async proveUnfinished(email) {
        let proof;
        try { proof = await this.usePasskey(); } catch (error) {
            const hasNoPasskey = error.code === 'cancelled'
                || error instanceof ProviderError && error.code === 'invalid_grant';
            throw hasNoPasskey ? new AccountExists() : error;
        }
        if (proof.username.toLowerCase() !== email.toLowerCase()) throw new AccountExists();
        return proof;
    }

    async usePasskey() {
        return this.exchangePasskey();
    }

    async exchangePasskey(prompt) {
        const begun = await this.provider.challenge();
        return this.exchange(begun, await getCredential(begun.authn_params_public_key, prompt));
    }

    async suggestPasskeys(signal) {
        return await canAutofill() ? this.exchangePasskey({ mediation: 'conditional', signal }) : undefined;
    }

    /** Has the signed-in user use a passkey, which gives another token of the provider. */
    async provePasskey() {
        const { username } = await this.usePasskey();
        if (username !== this.email) throw new OtherUsersPasskey();
        this.bearer = this.account;
    }

    /** Creates another passkey for the signed-in user. */
    async createPasskey() {
        if (this.mustProvePasskey) await this.provePasskey();
        const begun = await this.provider.enrol(this.bearer);
        const credential = await createCredential(begun.authn_params_public_key);
        await this.provider.verifyEnrolment(this.bearer, begun.auth_session, credential);
    }

    /** Adds a passkey. The provider's own token allows this at any time. */
    async addPasskey() {
        await this.createPasskey();
    }

    async passkeys() {
        const methods = await this.provider.methods(this.bearer);
        return methods.filter(({ type }) => type === 'passkey').map(({ id, name = '', created_at: createdAt }) => ({
            id, name, createdAt,
        }));
    }

    async renamePasskey(id, name) {
        await this.provider.rename(this.bearer, id, name);
    }

    async removePasskey(id) {
        await this.provider.remove(this.bearer, id);
        return this.passkeys();
    }

    async finish(proof) {
        try { await super.finish(proof); } catch (error) {
            throw error instanceof ProofRefused ? new IDTokenRefused() : error;
        }
        this.bearer = this.account;
    }

    /** Exchanges a passkey's response for the ID token and its user's email address. */
    async exchange({ auth_session: session }, credential, codes) {
        const { id_token: token, access_token: account } = await this.provider.token(session, credential, codes);
        this.account = account;
        return { token, answer: token, username: claims(token).email };
    }
}
