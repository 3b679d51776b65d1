// The steps of a sign-in without any user interface: what a mobile app would do with Amplify and Authsignal's SDK.

import { AddAuthenticator } from './add-authenticator.js';
import * as captcha from './captcha.js';
import { claims } from './claims.js';
import { Flow } from './flow.js';
import { PasswordProof } from './srp.js';

/** What the authenticator calls a passkey that has no name. */
const unnamed = 'Passkey';

/** A code was wrong that the authenticator has not judged. */
export class WrongCode extends Error {}

/** The authenticator accepted the proof, but Cognito refused it. */
export class ProofRefused extends Error {}

/** The passkey is not the signed-in user's. */
export class OtherUsersPasskey extends Error {}

/** The OpenID provider gave an ID token, but Cognito refused it. */
export class IDTokenRefused extends ProofRefused {}

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
    constructor(cognito, authenticator, { flow, tokenMode, stateTable, userPoolId, relyingPartyId }) {
        this.cognito = cognito;
        this.authenticator = authenticator;
        this.addAuthenticator = new AddAuthenticator();
        this.flow = new Flow(flow, tokenMode);
        this.userPoolId = userPoolId;
        this.relyingPartyId = relyingPartyId;
        /** Whether users can name and remove their passkeys. Authsignal's API has no such calls for apps. */
        this.canManagePasskeys = tokenMode !== 'authsignal';
        /** Whether the functions take a passkey itself as the answer, rather than a token of the authenticator. */
        this.takesPasskeys = this.flow.hasTokens && tokenMode === 'signed' && stateTable === 'on';
        /** The password as typed, kept until the sign-in is over. */
        this.password = '';
        /** The state of the sign-in with Cognito: the user name, the session and the token for the authenticator. */
        this.round = null;
        /** The signed-in user's token for the authenticator. */
        this.bearer = null;
        /** Whose passkeys they are; null until one has been created or used. */
        this.owner = null;
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
        await this.authenticator.sendCode(this.round, email);
    }

    /** Signs in with the code. */
    async answerCode(code) {
        if (!this.flow.hasTokens) return this.finishWithCode(code);
        await this.finish(await this.authenticator.verifyCode(this.round.token, code));
    }

    /** Signs in with a passkey. The user types nothing, because the passkey says who it is. */
    async signInWithPasskey() {
        await this.startWithPasskey(await this.usePasskey());
    }

    /** Signs in with a passkey among the suggestions of an input; false if none was chosen before the signal. */
    async signInWithSuggestion(signal) {
        const passkey = await this.suggestPasskeys(signal);
        if (passkey) await this.startWithPasskey(passkey);
        return Boolean(passkey);
    }

    async startWithPasskey(passkey) {
        // The user id is the user name in a pool where users sign in by email. The passkey's own user name may be an
        // address that the user has changed since. An OpenID provider gives no user id.
        await this.start(passkey.userId ?? passkey.username);
        await this.finishWithPasskey(passkey);
    }

    /** Completes with a passkey the sign-in that the password started. */
    async answerWithPasskey() {
        await this.finishWithPasskey(await this.usePasskey(this.round));
    }

    async finishWithPasskey(passkey) {
        try { await this.finish(passkey.answer, passkey); } catch (error) {
            // Cognito does not say what is wrong with a passkey. The authenticator does.
            if (error instanceof ProofRefused && this.takesPasskeys) await this.authenticator.prove(passkey);
            throw error;
        }
    }

    /** A passkey that answers a challenge: itself if the functions take it, otherwise by the token of its proof. */
    usePasskey(round) {
        return this.authenticator.signIn(this.takesPasskeys ? round : { prove: true });
    }

    async suggestPasskeys(signal) {
        const passkey = await this.authenticator.autofill({ signal });
        return passkey && !this.takesPasskeys ? this.authenticator.prove(passkey) : passkey;
    }

    /** Whether the user must use a passkey once more to see them: a passkey that was the answer itself left no token. */
    get mustProvePasskey() {
        return this.flow.hasTokens && this.bearer === null;
    }

    /** Has the signed-in user prove a passkey, so that they see all and can change them. */
    async provePasskey() {
        const proof = await this.authenticator.signIn({ prove: true });
        if (proof.userId !== this.idClaims.sub) throw new OtherUsersPasskey();
        this.bearer = proof.token;
        this.owner = proof.owner;
    }

    /** Creates a passkey for the user who has just signed in. */
    async createPasskey() {
        await this.createPasskeyWith(this.bearer);
    }

    /** Lets the browser create a passkey without asking, until the signal ends that; true if it has. */
    async createPasskeyQuietly(signal) {
        const username = this.email;
        const created = await this.authenticator.createPasskeyQuietly(this.bearer, { username, signal });
        // Such a passkey proves nothing yet.
        if (created) this.owner = created.owner;
        return Boolean(created);
    }

    /** Creates another passkey later, with a token that AddAuthenticator gives to a user who signed in recently. */
    async addPasskey() {
        await this.createPasskeyWith(await this.addAuthenticator.token(this.tokens.AccessToken));
    }

    async createPasskeyWith(token) {
        const created = await this.authenticator.createPasskey(token, { username: this.email });
        this.owner = created.owner;
        this.bearer = created.token ?? this.bearer;
    }

    /**
     * Lists the signed-in user's passkeys: the id of each, the id of its credential, the name that the user gave it and
     * when it was created. The browser learns which they are.
     */
    async passkeys() {
        const passkeys = await this.authenticator.list(this.bearer, this.owner);
        this.listed = passkeys.map((passkey) => ({ ...passkey, name: passkey.name === unnamed ? '' : passkey.name }));
        return this.listed;
    }

    /** Gives a passkey a name, which only its user sees. */
    async renamePasskey(id, name) {
        await this.authenticator.rename(this.bearer, { id }, name);
    }

    /**
     * Removes a passkey from the authenticator, and returns the others. The browser learns that it no longer works. If
     * it was the one that the user has proven, the authenticator does not list the others any more.
     */
    async removePasskey(id) {
        const passkey = this.listed.find((one) => one.id === id);
        await this.authenticator.remove(this.bearer, passkey, { rpId: this.relyingPartyId });
        this.listed = this.listed.filter((one) => one !== passkey);
        return this.listed;
    }

    async signOut() {
        const refreshToken = this.tokens?.RefreshToken;
        this.tokens = this.bearer = this.round = this.owner = null;
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
            if (error instanceof ProofRefused) throw new WrongCode();
            throw isRefusal(error) ? new SignInEnded() : error;
        }
    }

    /** Answers the challenge. `passkey` is what gave the answer, if one did. */
    async finish(proof, passkey) {
        const { username, session } = this.round;
        const answer = await this.cognito.respond('CUSTOM_CHALLENGE', session, { USERNAME: username, ANSWER: proof });
        if (answer.AuthenticationResult) {
            this.tokens = answer.AuthenticationResult;
            const token = passkey ? passkey.token ?? null : proof;
            this.bearer = this.flow.hasTokens ? token : null;
            this.owner = passkey?.owner ?? null;
            this.round = null;
            this.password = '';
        } else {
            // Cognito does not report a wrong answer as an error: it sends the next challenge, with a new token.
            this.next(answer);
            throw new ProofRefused();
        }
    }

    next({ Session: session, ChallengeParameters: { USERNAME: username, token, isEnrolled, passkeyOptions } }) {
        this.round = { username, session, token, isEnrolled, passkeyOptions };
    }
}

/** Whether Cognito refused the answer, rather than an expired session. */
function isRefusal({ type, message }) {
    return type === 'NotAuthorizedException' && !/expired|session/i.test(message);
}
