// The steps of a sign-in without any user interface: what a mobile app would do with Amplify and Authsignal's SDK.

import { AddAuthenticator } from './add-authenticator.js';
import * as captcha from './captcha.js';
import { claims } from './claims.js';
import { Flow } from './flow.js';
import * as passkey from './passkey.js';
import { PasswordProof } from './srp.js';

/** The action that a proof is for. The functions require it. */
const action = 'cognitoAuth';

/** What the authenticator calls a passkey that has no name. */
const unnamed = 'Passkey';

/** A code was wrong. `reason` is CODE_INVALID_OR_EXPIRED or MAX_ATTEMPTS_EXCEEDED. */
export class WrongCode extends Error {
    constructor(reason) {
        super(reason);
        this.reason = reason;
    }
}

/** The authenticator accepted the proof, but Cognito refused it. */
export class ProofRefused extends Error {}

/** The OpenID provider gave an ID token, but Cognito refused it. */
export class IDTokenRefused extends ProofRefused {}

/** The authenticator refused the browser's answer to a passkey prompt. */
export class PasskeyRefused extends Error {}

/** The password is wrong, or Cognito does not know the user. */
export class WrongPassword extends Error {}

/** The password is correct, but the user must change it first. */
export class PasswordMustChange extends Error {}

/** The user failed the CAPTCHA too often. */
export class CaptchaFailed extends Error {}

/** There is an account with that address, and nothing shows that it belongs to the user. */
export class AccountExists extends Error {}

/** Too many wrong codes ended the sign-in. */
export class SignInEnded extends Error {}

export class Journey {
    constructor(cognito, authenticator, { flow, tokenMode, userPoolId, relyingPartyId }) {
        this.cognito = cognito;
        this.authenticator = authenticator;
        this.addAuthenticator = new AddAuthenticator();
        this.flow = new Flow(flow, tokenMode);
        this.userPoolId = userPoolId;
        this.relyingPartyId = relyingPartyId;
        /** Whether users can name and remove their passkeys. Authsignal's API has no such calls for apps. */
        this.canManagePasskeys = tokenMode !== 'authsignal';
        /** The password as typed, kept until the sign-in is over. */
        this.password = '';
        /** The state of the sign-in with Cognito: the user name, the session and the token for the authenticator. */
        this.round = null;
        /** The signed-in user's token for the authenticator. */
        this.bearer = null;
        /** The user's id in their passkeys; null until one has been created or used. */
        this.userHandle = null;
        /** The signed-in user's passkeys when they were last listed. */
        this.listed = [];
        this.tokens = null;
    }

    /** Creates an account; true if Cognito asks for its own code to confirm the account. */
    async signUp(email) {
        const answer = await this.cognito.signUp(email, this.newPassword);
        return answer.UserConfirmed === false;
    }

    /**
     * The password of a new account, because Cognito requires one. If the flow does not use it, no client flow accepts
     * it either. Its end has what the password policy of a pool asks for.
     */
    get newPassword() {
        return this.flow.hasPassword ? this.password : `${crypto.randomUUID()}-Aa1`;
    }

    /** Starts a sign-in and sends a code. */
    async startWithCode(email) {
        await this.start(email);
        await this.sendCode(email);
    }

    /** Sends another code. */
    async resendCode(email) {
        // The functions send their own code with each challenge, so a new code needs a new sign-in.
        await (this.flow.hasTokens ? this.sendCode(email) : this.start(email));
    }

    /** Sends a code for the sign-in under way. */
    async sendCode(email) {
        if (!this.flow.hasTokens) return;
        const { token, isEnrolled } = this.round;
        if (isEnrolled) {
            await this.authenticator.challengeEmail(token);
        } else {
            await this.authenticator.enrolEmail(token, email);
        }
    }

    /** Signs in with the code. */
    async answerCode(code) {
        if (!this.flow.hasTokens) return this.finishWithCode(code);
        const proof = await this.authenticator.verifyEmail(this.round.token, code);
        if (!proof.isVerified) throw new WrongCode(proof.failureReason);
        await this.finish(proof.accessToken);
    }

    /** Signs in with a passkey. The user types nothing, because the passkey says who it is. */
    async signInWithPasskey(mediation = {}) {
        const proof = await this.provePasskey(mediation);
        // The user id is the user name in a pool where users sign in by email. The passkey's own user name may be an
        // address that the user has changed since. An OpenID provider gives no user id.
        await this.start(proof.userId ?? proof.username);
        await this.finish(proof.accessToken, proof.userHandle);
    }

    /** Completes with a passkey the sign-in that the password started. */
    async answerWithPasskey() {
        const proof = await this.provePasskey();
        await this.finish(proof.accessToken, proof.userHandle);
    }

    async provePasskey(mediation = {}) {
        const { challengeId } = await this.authenticator.challenge(action);
        const offered = await this.authenticator.passkeyOptions(challengeId);
        const credential = await passkey.get(offered.options, mediation);
        let proof;
        try { proof = await this.authenticator.verifyPasskey(offered.challengeId, credential); } catch (error) {
            if (error.code === 'unknown_credential') await passkey.forget(this.relyingPartyId, credential.id);
            throw error;
        }
        if (!proof.isVerified) throw new PasskeyRefused();
        return { ...proof, userHandle: credential.response.userHandle };
    }

    /**
     * Creates a passkey for the user who has just signed in; `mediation: 'conditional'` lets the browser do so without
     * asking.
     */
    async createPasskey(mediation = {}) {
        await this.createPasskeyWith(this.bearer, mediation);
    }

    /** Creates another passkey later, with a token that AddAuthenticator gives to a user who signed in recently. */
    async addPasskey() {
        await this.createPasskeyWith(await this.addAuthenticator.token(this.tokens.AccessToken));
    }

    async createPasskeyWith(token, mediation = {}) {
        const isQuiet = mediation.mediation === 'conditional' ? true : undefined;
        const offered = await this.authenticator.registrationOptions(token, this.email, isQuiet);
        const credential = await passkey.create(offered.options, mediation);
        const answer = await this.authenticator.addPasskey(token, offered.challengeId, credential);
        if (!answer.isVerified) throw new PasskeyRefused();
        this.userHandle = offered.options.user.id;
        // A passkey that was created without asking proves nothing yet.
        this.bearer = answer.accessToken ?? this.bearer;
    }

    /**
     * Lists the signed-in user's passkeys: the id of each, the id of its credential, the name that the user gave it and
     * when it was created. The browser learns which they are.
     */
    async passkeys() {
        const authenticators = await this.authenticator.list(this.bearer);
        this.listed = authenticators.filter(({ verificationMethod }) => verificationMethod === 'PASSKEY').map(summary);
        if (this.userHandle !== null) {
            const credentialIds = this.listed.map(({ credentialId }) => credentialId);
            await passkey.keepOnly(this.relyingPartyId, this.userHandle, credentialIds);
        }
        return this.listed;
    }

    /** Gives a passkey a name, which only its user sees. */
    async renamePasskey(id, name) {
        await this.authenticator.rename(this.bearer, id, name);
    }

    /** Removes a passkey from the authenticator. The browser learns that it no longer works. */
    async removePasskey(id) {
        await this.authenticator.remove(this.bearer, id);
        const removed = this.listed.find((passkey) => passkey.id === id);
        if (removed) await passkey.forget(this.relyingPartyId, removed.credentialId);
    }

    async signOut() {
        const refreshToken = this.tokens?.RefreshToken;
        this.tokens = this.bearer = this.round = this.userHandle = null;
        this.password = '';
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
        const { hasPassword } = this.flow;
        const answer = hasPassword ? await this.provePassword(username) : await this.cognito.initiateAuth(username);
        this.next(await this.passCaptcha(answer));
    }

    /** Passes the CAPTCHA if there is one; returns the challenge after it. */
    async passCaptcha(answer) {
        for (let tries = 0; answer.ChallengeParameters?.challenge === 'CAPTCHA'; tries += 1) {
            const { Session: session, ChallengeParameters: asked } = answer;
            const solution = await captcha.solve(asked, tries > 0);
            const responses = { USERNAME: asked.USERNAME, ANSWER: solution };
            answer = await this.cognito.respond('CUSTOM_CHALLENGE', session, responses).catch((error) => {
                throw isRefusal(error) ? new CaptchaFailed() : error;
            });
        }
        return answer;
    }

    async provePassword(username) {
        const proof = new PasswordProof(this.password, this.userPoolId);
        const { Session: session, ChallengeParameters: asked } = await this.cognito.initiateAuth(username, proof.start);
        const responses = { USERNAME: asked.USERNAME, ...await proof.answer(asked) };
        const answer = await this.cognito.respond('PASSWORD_VERIFIER', session, responses).catch((error) => {
            throw isRefusal(error) ? new WrongPassword() : error;
        });
        if (answer.ChallengeName !== 'CUSTOM_CHALLENGE') throw new PasswordMustChange();
        return answer;
    }

    async finishWithCode(code) {
        try {
            await this.finish(code);
        } catch (error) {
            if (error instanceof ProofRefused) throw new WrongCode('CODE_INVALID_OR_EXPIRED');
            throw isRefusal(error) ? new SignInEnded() : error;
        }
    }

    async finish(proof, userHandle = null) {
        const { username, session } = this.round;
        const answer = await this.cognito.respond('CUSTOM_CHALLENGE', session, { USERNAME: username, ANSWER: proof });
        if (answer.AuthenticationResult) {
            this.tokens = answer.AuthenticationResult;
            this.bearer = this.flow.hasTokens ? proof : null;
            this.userHandle = userHandle;
            this.round = null;
            this.password = '';
        } else {
            // Cognito does not report a wrong answer as an error: it sends the next challenge, with a new token.
            this.next(answer);
            throw new ProofRefused();
        }
    }

    next({ Session: session, ChallengeParameters: { USERNAME: username, token, isEnrolled } }) {
        this.round = { username, session, token, isEnrolled: isEnrolled === 'true' };
    }
}

function summary({ userAuthenticatorId: id, webauthnCredential, createdAt }) {
    const { credentialId, name = unnamed } = webauthnCredential ?? {};
    return { id, credentialId, name: name === unnamed ? '' : name, createdAt };
}

/** Whether Cognito refused the answer, rather than an expired session. */
function isRefusal({ type, message }) {
    return type === 'NotAuthorizedException' && !/expired|session/i.test(message);
}
