// Cognito's calls, for the pools and clients that the sandbox may be started with.

import { Cognito } from './cognito.js';
import { authenticate, text } from './srp.js';

export class Pool extends Cognito {
    /** The names of new accounts by their addresses, in a pool where an address is no name. */
    #names = new Map();
    #settings;

    constructor({ clientId, userPoolId, clientSecret, aliases }) {
        super({ clientId, userPoolId, endpoint: '/' });
        this.#settings = { clientId, clientSecret, hasNames: aliases.length > 0 };
    }

    async call(operation, members) {
        return super.call(operation, await this.#proven(this.#named(operation, members)));
    }

    /** Whether the pool knows the user of an access token. */
    async knows({ accessToken }) {
        try { return Boolean(await super.call('GetUser', { AccessToken: accessToken })); } catch { return false; }
    }

    #named(operation, { Username: name, ...others }) {
        if (!name) return others;
        if (operation === 'SignUp' && this.#settings.hasNames) this.#names.set(name, crypto.randomUUID());
        return { Username: this.#names.get(name) ?? name, ...others };
    }

    /** Adds the proof of the client's secret. No app in a browser can keep one: the page plays the server. */
    async #proven({ Username: name, AuthParameters: start, ChallengeResponses: answer, ...others }) {
        if (start) return { ...others, AuthParameters: await this.#hashed('SECRET_HASH', start, start.USERNAME) };
        if (answer) {
            return { ...others, ChallengeResponses: await this.#hashed('SECRET_HASH', answer, answer.USERNAME) };
        }
        if (name) return this.#hashed('SecretHash', { Username: name, ...others }, name);
        return { ...others, ClientSecret: this.#settings.clientSecret };
    }

    async #hashed(member, facts, username) {
        const { clientId, clientSecret } = this.#settings;
        if (!clientSecret) return facts;
        const code = await authenticate(text(clientSecret), text(username + clientId));
        return { ...facts, [member]: btoa(String.fromCharCode(...code)) };
    }
}
