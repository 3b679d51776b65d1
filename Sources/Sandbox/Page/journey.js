// The steps of a sign-in, without anything to look at: what a mobile app would do with Amplify and Authsignal's SDK.

import { claims } from './claims.js';
import * as passkey from './passkey.js';

/** The action that a proof is for; the functions demand it. */
const action = 'cognitoAuth';

/** A code was wrong; `reason` is CODE_INVALID_OR_EXPIRED or MAX_ATTEMPTS_EXCEEDED. */
export class WrongCode extends Error {
    constructor(reason) {
        super(reason);
        this.reason = reason;
    }
}

/** The authenticator says yes and Cognito no. */
export class ProofRefused extends Error {}

/** The browser's answer to a passkey prompt is not taken. */
export class PasskeyRefused extends Error {}

export class Journey {
    constructor(cognito, authenticator, tokenMode) {
        this.cognito = cognito;
        this.authenticator = authenticator;
        this.tokenMode = tokenMode;
        /** Where the sign-in stands with Cognito: who, its session and the token for the authenticator. */
        this.round = null;
        /** The authenticator's token of whoever is signed in. */
        this.bearer = null;
        this.tokens = null;
    }

    /** Makes an account; true if Cognito wants its own code before the account counts. */
    async signUp(email) {
        const answer = await this.cognito.signUp(email);
        return answer.UserConfirmed === false;
    }

    /** Starts a sign-in and has a code sent. */
    async startWithCode(email) {
        await this.start(email);
        await this.sendCode(email);
    }

    /** Has a code sent, for the sign-in that has been started. */
    async sendCode(email) {
        const { token, isEnrolled } = this.round;
        // In signed mode isEnrolled says that Cognito has the address as verified, though the authenticator may never
        // have heard of it. Enrolling an address once more is the same there as asking for a code.
        if (isEnrolled && this.tokenMode === 'authsignal') {
            await this.authenticator.challengeEmail(token);
        } else {
            await this.authenticator.enrolEmail(token, email);
        }
    }

    /** Signs in with the code. */
    async answerCode(code) {
        const proof = await this.authenticator.verifyEmail(this.round.token, code);
        if (!proof.isVerified) throw new WrongCode(proof.failureReason);
        await this.finish(proof.accessToken);
    }

    /** Signs in with a passkey, without a word about who it is: the passkey knows. */
    async signInWithPasskey(mediation = {}) {
        const { challengeId } = await this.authenticator.challenge(action);
        const offered = await this.authenticator.passkeyOptions(challengeId);
        const credential = await passkey.get(offered.options, mediation);
        const proof = await this.authenticator.verifyPasskey(offered.challengeId, credential);
        if (!proof.isVerified) throw new PasskeyRefused();
        await this.start(proof.username);
        await this.finish(proof.accessToken);
    }

    /** Makes a passkey for whoever is signed in. */
    async createPasskey() {
        const offered = await this.authenticator.registrationOptions(this.bearer, this.email);
        const credential = await passkey.create(offered.options);
        const answer = await this.authenticator.addPasskey(this.bearer, offered.challengeId, credential);
        if (!answer.isVerified) throw new PasskeyRefused();
        this.bearer = answer.accessToken ?? this.bearer;
    }

    /** How many passkeys the signed-in person has. */
    async passkeyCount() {
        const authenticators = await this.authenticator.list(this.bearer);
        return authenticators.filter(({ verificationMethod }) => verificationMethod === 'PASSKEY').length;
    }

    async signOut() {
        const refreshToken = this.tokens?.RefreshToken;
        this.tokens = this.bearer = this.round = null;
        if (refreshToken) await this.cognito.revoke(refreshToken);
    }

    get idClaims() {
        return claims(this.tokens.IdToken);
    }

    get accessClaims() {
        return claims(this.tokens.AccessToken);
    }

    get email() {
        return this.idClaims.email;
    }

    async start(username) {
        this.next(await this.cognito.initiateAuth(username));
    }

    async finish(proof) {
        const { username, session } = this.round;
        const answer = await this.cognito.respond(username, session, proof);
        if (answer.AuthenticationResult) {
            this.tokens = answer.AuthenticationResult;
            this.bearer = proof;
            this.round = null;
        } else {
            // A wrong answer is no error: Cognito sends the next challenge, with a new token.
            this.next(answer);
            throw new ProofRefused();
        }
    }

    next({ Session: session, ChallengeParameters: { USERNAME: username, token, isEnrolled } }) {
        this.round = { username, session, token, isEnrolled: isEnrolled === 'true' };
    }
}
