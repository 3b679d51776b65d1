// The types of passkey-sign-in.js: the custom element <passkey-sign-in>. Importing it defines the element.

import type {
    ChallengeParameters, CreatedPasskey, Naming, Owner, Passkey, PasskeyAnswer, UsedPasskey,
} from './authenticator.js';
import type { Cognito, Tokens } from './cognito.js';
import type { words } from './words.js';

/** The names of the element's words; `{braces}` in a word stand for a value. */
export type Words = Record<keyof typeof words.en, string>;

/** The claims of the ID token; no back end may trust them without the token's signature. */
export interface Claims {
    sub: string;
    email?: string;
    [name: string]: unknown;
}

/** What the element asks of an authenticator. An `Authenticator` has all of it; what is optional here may be absent. */
export interface SignInAuthenticator {
    /** Without this, passkeys are the only way to sign in. */
    sendCode?(parameters: ChallengeParameters | undefined, email?: string): Promise<void>;
    verifyCode?(token: string, code: string): Promise<string>;
    /** Without a `userId`, the sign-in at Cognito begins with the `username`, which is the user's address. */
    signIn(options?: object): Promise<PasskeyAnswer & { userId?: string; username?: string }>;
    createPasskey(token: string, options?: Naming): Promise<Partial<CreatedPasskey>>;
    createPasskeyQuietly?(token: string, options?: Naming): Promise<CreatedPasskey | undefined>;
    autofill?(): Promise<UsedPasskey | undefined>;
    prove?(passkey: PasskeyAnswer): Promise<unknown>;
    list?(token: string, owner?: Owner): Promise<Passkey[]>;
    rename?(token: string, passkey: { id: string }, name: string): Promise<unknown>;
    remove?(token: string, passkey: { id: string; credentialId: string }, owner?: Owner): Promise<void>;
}

/** The attributes are in README.md. Set properties before the element is in the page. */
export class PasskeySignIn extends HTMLElement {
    /** Words in place of the element's own. */
    words?: Partial<Words>;
    /** For flows with a CAPTCHA: shows the widget in `place`, which is outside of the shadow; returns its token. */
    captcha?: (challenge: { siteKey: string; action: string }, place: HTMLElement) => Promise<string>;
    /** In place of an `Authenticator` with the attributes. */
    authenticator?: SignInAuthenticator;
    /** In place of a `Cognito` with the attributes. */
    cognito?: Pick<Cognito, 'signUp' | 'confirmSignUp' | 'resendConfirmation' | 'start' | 'answer' | 'refresh' | 'signOut'>;
    /**
     * Cognito's tokens of the signed-in user, renewed if they end within a minute. Undefined if nobody is signed in.
     * @throws CognitoError `outage`
     */
    getTokens(): Promise<Tokens | undefined>;
    /** Ends the session, as the button does. The element says it if that fails. */
    signOut(): Promise<void>;
    /** Fills in a code that the app has read, for example from a link in the mail. Returns whether one is asked for. */
    fillCode(code: string): boolean;
}

declare global {
    interface HTMLElementTagNameMap {
        'passkey-sign-in': PasskeySignIn;
    }
    interface HTMLElementEventMap {
        /** The user is signed in, and has answered the offer of a passkey. After a reload it comes again. */
        'signed-in': CustomEvent<{ tokens: Tokens; claims: Claims }>;
        /** The session has ended: here, in another tab, or at Cognito. */
        'signed-out': CustomEvent<null>;
    }
}
