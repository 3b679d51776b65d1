// The steps of a sign-in with an OpenID provider's passkeys: its ID token is the answer to Cognito's challenge.

import { claims } from './claims.js';
import { AccountExists, IDTokenRefused, Journey, ProofRefused } from './journey.js';
import { isUnconfirmed, rememberUnconfirmed } from './memory.js';
import * as passkey from './passkey.js';
import { ProviderError } from './provider.js';

export class OpenIDJourney extends Journey {
    constructor(cognito, provider, settings) {
        super(cognito, null, settings);
        this.provider = provider;
        /** The provider's token for the account of whoever has used a passkey last. */
        this.account = null;
        /** Whoever has just signed up: their name in Cognito, and the ID token that has made the account. */
        this.newcomer = null;
    }

    /** Makes an account at the provider, and one in Cognito that is tied to it; signs in unless a code is missing. */
    async signUp(email) {
        const proof = await this.proveNew(email) ?? await this.proveUnfinished(email);
        const { iss, sub } = claims(proof.accessToken);
        // As in the other flows, one that is never used where none is asked for.
        const password = this.flow.hasPassword ? this.password : crypto.randomUUID();
        // As the provider writes it, for sign-ins take it from its tokens.
        const name = proof.username;
        const account = { name, subject: `${iss}|${sub}` };
        this.newcomer = { name, token: proof.accessToken };
        let answer;
        try {
            answer = await this.cognito.signUp(name, password, {
                UserAttributes: [
                    { Name: 'email', Value: name }, { Name: 'custom:oidc_subject', Value: account.subject },
                ],
                ClientMetadata: { idToken: proof.accessToken },
            });
        } catch (error) {
            // One that waits for its code may be somebody else's, made with this address; a code typed for it would
            // let them in. Only what was made here is known to be the person's own.
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

    /** Signs in whoever has just signed up, with the ID token that there is already. */
    async signInNewcomer() {
        const { name, token } = this.newcomer;
        this.newcomer = null;
        rememberUnconfirmed();
        await this.start(name);
        await this.finish(token);
    }

    /** Makes an account at the provider; null if there is one with that address. */
    async proveNew(email) {
        let begun;
        try { begun = await this.provider.register(email); } catch (error) {
            if (error.saysUserExists) return null;
            throw error;
        }
        return this.exchange(begun, await passkey.create(begun.authn_params_public_key));
    }

    /**
     * Signs in to the account that there is at the provider: it may be the person's own, from a sign-up that got no
     * further, and Cognito knows nothing of it.
     */
    async proveUnfinished(email) {
        let proof;
        try { proof = await this.provePasskey(); } catch (error) {
            const isNone = error.name === 'NotAllowedError'
                || error instanceof ProviderError && error.code === 'invalid_grant';
            throw isNone ? new AccountExists() : error;
        }
        if (proof.username.toLowerCase() !== email.toLowerCase()) throw new AccountExists();
        return proof;
    }

    async provePasskey(mediation = {}) {
        const begun = await this.provider.challenge();
        return this.exchange(begun, await passkey.get(begun.authn_params_public_key, mediation));
    }

    /** Makes another passkey for whoever is signed in. */
    async createPasskey() {
        const begun = await this.provider.enrol(this.bearer);
        const credential = await passkey.create(begun.authn_params_public_key);
        await this.provider.verifyEnrolment(this.bearer, begun.auth_session, credential);
    }

    /** The provider enrols its own at any time. */
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
    }

    async finish(proof) {
        try { await super.finish(proof); } catch (error) {
            throw error instanceof ProofRefused ? new IDTokenRefused() : error;
        }
        this.bearer = this.account;
    }

    /** The ID token for a passkey, and whom it is about. */
    async exchange({ auth_session: session }, credential) {
        const { id_token: token, access_token: account } = await this.provider.token(session, credential);
        this.account = account;
        return { accessToken: token, username: claims(token).email };
    }
}
