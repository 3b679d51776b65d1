// The steps of a sign-in with an OpenID provider's passkeys: its ID token is the answer to Cognito's challenge.

import { claims } from './claims.js';
import { Journey } from './journey.js';
import * as passkey from './passkey.js';

export class OpenIDJourney extends Journey {
    constructor(cognito, provider, settings) {
        super(cognito, null, settings);
        this.provider = provider;
        /** The provider's token for the account of whoever has used a passkey last. */
        this.account = null;
    }

    /** Makes an account at the provider, and one in Cognito that is tied to it; signs in unless a code is missing. */
    async signUp(email) {
        const begun = await this.provider.register(email);
        const proof = await this.exchange(begun, await passkey.create(begun.authn_params_public_key));
        const { iss, sub } = claims(proof.accessToken);
        // As in the other flows, one that is never used where none is asked for.
        const password = this.flow.hasPassword ? this.password : crypto.randomUUID();
        const answer = await this.cognito.signUp(email, password, {
            UserAttributes: [{ Name: 'email', Value: email }, { Name: 'custom:oidc_subject', Value: `${iss}|${sub}` }],
            ClientMetadata: { idToken: proof.accessToken },
        });
        if (answer.UserConfirmed === false) return true;
        await this.start(email);
        await this.finish(proof.accessToken);
        return false;
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
        return methods.filter(({ type }) => type === 'passkey').map(({ id, created_at: createdAt }) => ({
            id, name: 'Passkey', createdAt, isKept: true,
        }));
    }

    async finish(proof) {
        await super.finish(proof);
        this.bearer = this.account;
    }

    /** The ID token for a passkey, and whom it is about. */
    async exchange({ auth_session: session }, credential) {
        const { id_token: token, access_token: account } = await this.provider.token(session, credential);
        this.account = account;
        return { accessToken: token, username: claims(token).email };
    }
}
