// The steps of a sign-in, without anything to look at: what a mobile app would do with Amplify and Authsignal's SDK.

import { AddAuthenticator } from './add-authenticator.js';
import * as captcha from './captcha.js';
import { claims } from './claims.js';
import { Flow } from './flow.js';
import * as passkey from './passkey.js';
import { PasswordProof } from './srp.js';

/** The action that a proof is for; the functions demand it. */
const action = 'cognitoAuth';

/** What the authenticator calls every passkey that nobody has given a name. */
const unnamed = 'Passkey';

/** A code was wrong; `reason` is CODE_INVALID_OR_EXPIRED or MAX_ATTEMPTS_EXCEEDED. */
export class WrongCode extends Error {
    constructor(reason) {
        super(reason);
        this.reason = reason;
    }
}

/** The authenticator says yes and Cognito no. */
export class ProofRefused extends Error {}

/** The OpenID provider says yes and Cognito no. */
export class IDTokenRefused extends ProofRefused {}

/** The browser's answer to a passkey prompt is not taken. */
export class PasskeyRefused extends Error {}

/** Cognito does not take the password, or does not know the user. */
export class WrongPassword extends Error {}

/** The password is right, but is to be changed before anything else. */
export class PasswordMustChange extends Error {}

/** The CAPTCHA was not passed often enough. */
export class CaptchaFailed extends Error {}

/** There is an account with that address, and nothing shows that it is the person's own. */
export class AccountExists extends Error {}

/** One wrong code too many has ended the sign-in. */
export class SignInEnded extends Error {}

export class Journey {
    constructor(cognito, authenticator, { flow, tokenMode, userPoolId }) {
        this.cognito = cognito;
        this.authenticator = authenticator;
        this.addAuthenticator = new AddAuthenticator();
        this.flow = new Flow(flow, tokenMode);
        this.userPoolId = userPoolId;
        /** The password that has been typed, until it is proven for the last time. */
        this.password = '';
        /** Where the sign-in stands with Cognito: who, its session and the token for the authenticator. */
        this.round = null;
        /** The authenticator's token of whoever is signed in. */
        this.bearer = null;
        this.tokens = null;
    }

    /** Makes an account; true if Cognito wants its own code before the account counts. */
    async signUp(email) {
        // Cognito wants a password. One that the flow does not ask for is never used: no flow of the client takes it.
        const answer = await this.cognito.signUp(email, this.flow.hasPassword ? this.password : crypto.randomUUID());
        return answer.UserConfirmed === false;
    }

    /** Starts a sign-in and has a code sent. */
    async startWithCode(email) {
        await this.start(email);
        await this.sendCode(email);
    }

    /** Has another code sent. */
    async resendCode(email) {
        // The functions' own code came with the challenge; another one comes with another.
        await (this.flow.hasTokens ? this.sendCode(email) : this.start(email));
    }

    /** Has a code sent, for the sign-in that has been started. */
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

    /** Signs in with a passkey, without a word about who it is: the passkey knows. */
    async signInWithPasskey(mediation = {}) {
        const proof = await this.provePasskey(mediation);
        // Its user's id, which is the name in a pool where people sign in by email. What the passkey is called may be
        // an address that the user has changed since; an OpenID provider has no other name.
        await this.start(proof.userId ?? proof.username);
        await this.finish(proof.accessToken);
    }

    /** Ends with a passkey what the password has begun. */
    async answerWithPasskey() {
        const proof = await this.provePasskey();
        await this.finish(proof.accessToken);
    }

    async provePasskey(mediation = {}) {
        const { challengeId } = await this.authenticator.challenge(action);
        const offered = await this.authenticator.passkeyOptions(challengeId);
        const credential = await passkey.get(offered.options, mediation);
        const proof = await this.authenticator.verifyPasskey(offered.challengeId, credential);
        if (!proof.isVerified) throw new PasskeyRefused();
        return proof;
    }

    /** Makes a passkey for whoever has just signed in. */
    async createPasskey() {
        await this.createPasskeyWith(this.bearer);
    }

    /** Makes another passkey, at any time: with a token that the functions give to whoever signed in recently. */
    async addPasskey() {
        await this.createPasskeyWith(await this.addAuthenticator.token(this.tokens.AccessToken));
    }

    async createPasskeyWith(token) {
        const offered = await this.authenticator.registrationOptions(token, this.email);
        const credential = await passkey.create(offered.options);
        const answer = await this.authenticator.addPasskey(token, offered.challengeId, credential);
        if (!answer.isVerified) throw new PasskeyRefused();
        this.bearer = answer.accessToken ?? this.bearer;
    }

    /** The passkeys of the signed-in person: the identifier of each, the name they gave it and when it was made. */
    async passkeys() {
        const authenticators = await this.authenticator.list(this.bearer);
        return authenticators.filter(({ verificationMethod }) => verificationMethod === 'PASSKEY').map((passkey) => {
            const { userAuthenticatorId: id, webauthnCredential, createdAt } = passkey;
            const name = webauthnCredential?.name ?? unnamed;
            return { id, name: name === unnamed ? '' : name, createdAt };
        });
    }

    /** Gives a passkey a name, for the person alone. */
    async renamePasskey(id, name) {
        await this.authenticator.rename(this.bearer, id, name);
    }

    /** Takes a passkey away: from the authenticator, not from the device. */
    async removePasskey(id) {
        await this.authenticator.remove(this.bearer, id);
    }

    async signOut() {
        const refreshToken = this.tokens?.RefreshToken;
        this.tokens = this.bearer = this.round = null;
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

    /** Passes the CAPTCHA if there is one; gives back the challenge that comes after it. */
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

    async finish(proof) {
        const { username, session } = this.round;
        const answer = await this.cognito.respond('CUSTOM_CHALLENGE', session, { USERNAME: username, ANSWER: proof });
        if (answer.AuthenticationResult) {
            this.tokens = answer.AuthenticationResult;
            this.bearer = this.flow.hasTokens ? proof : null;
            this.round = null;
            this.password = '';
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

/** Whether Cognito says no, rather than that the session is over. */
function isRefusal({ type, message }) {
    return type === 'NotAuthorizedException' && !/expired|session/i.test(message);
}
