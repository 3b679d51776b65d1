// The types of authenticator.js. Times are milliseconds, or texts in RFC 3339; bytes are base64url without padding.

/** What an AuthenticatorError says; README.md has a line for each, with what the app does. */
export type ErrorCode =
    | 'aborted' | 'cancelled' | 'challenge_expired' | 'cors_blocked' | 'csp_blocked' | 'expired_token'
    | 'invalid_request' | 'none_here' | 'not_allowed' | 'not_found' | 'not_json' | 'not_verified' | 'outage'
    | 'passkey_exists' | 'too_many_requests' | 'too_many_wrong_codes' | 'unauthorized' | 'unexpected' | 'unsupported'
    | 'wrong_base_url' | 'wrong_code' | 'wrong_tenant';

/** The only error that the functions here throw. */
export class AuthenticatorError extends Error {
    constructor(code: ErrorCode, message: string, details?: {
        path?: string; cause?: unknown; cure?: string; retryAfter?: number;
    });
    readonly code: ErrorCode;
    /** The call of the authenticator that failed, such as `verify/passkey`. Undefined if the browser failed. */
    readonly path?: string;
    /** What the developer or the operator does about a mistake of the setup. */
    readonly cure?: string;
    /** The seconds to wait after `too_many_requests`, if the authenticator says how many. */
    readonly retryAfter?: number;
}

export interface Settings {
    /** The stack's output AuthenticatorBaseUrl, which ends in `/v1`. */
    baseUrl: string;
    /** The stack's output UserPoolId, such as `eu-west-1_AbCdEf123`. */
    tenantId: string;
    /** The functions' AUTHSIGNAL_ACTION; `cognitoAuth` if nobody has changed it. */
    action?: string;
    /** Whether the pool's user names are not the users' `sub`. The stack's own pool never needs it. */
    ownUserNames?: boolean;
}

/** The public parameters of Cognito's challenge: Amplify's `additionalInfo`, or `parameters` of `cognito.js`. */
export interface ChallengeParameters {
    /** A token for the authenticator, good for TOKEN_LIFETIME: ten minutes if nobody has changed it. */
    token?: string;
    /** `true` or `false`: whether the user has proven the mailbox before. */
    isEnrolled?: string;
    /** The options of a passkey that answers this challenge, as JSON, if the functions give them. */
    passkeyOptions?: string;
}

/** Whose passkeys: the relying party's id, and the user's handle in base64url. */
export interface Owner {
    rpId: string;
    userId: string;
}

/** A passkey that answers a challenge. */
export interface PasskeyAnswer {
    /** The answer to Cognito's challenge: the passkey itself as JSON, or the token of a proof. */
    answer: string;
    /** The user's `sub`. Absent if the sign-in had begun and the passkey does not name its user. */
    userId?: string;
    /** Whose passkeys; for `list`, `remove` and `tellName`. */
    owner: Owner;
    /** The token of a proof, good for TOKEN_LIFETIME, if the authenticator has verified the passkey. */
    token?: string;
    /** Whether it has signed for the challenge of a sign-in that had begun. */
    isOfRound?: boolean;
    /** The name that prompts show, if the authenticator has verified the passkey. */
    username?: string;
}

/** A passkey with whose user a sign-in begins. */
export interface UsedPasskey extends PasskeyAnswer {
    userId: string;
}

/** A passkey that the authenticator has verified. */
export interface Proof extends UsedPasskey {
    token: string;
}

/** A passkey on the user's list. */
export interface Passkey {
    /** Its id on the list, for `rename` and `remove`. */
    id: string;
    /** Its id on the device, in base64url. */
    credentialId: string;
    /** The name that its user gave it, at most 100 characters; at first that of the product that keeps it. */
    name: string;
    /** A time, such as `2026-11-29T08:30:00Z`. */
    createdAt: string;
    /** The time of its last use. */
    lastVerifiedAt: string;
}

export interface CreatedPasskey {
    /** The token of a proof. Absent if the passkey was created without asking. */
    token?: string;
    passkey: Passkey;
    owner: Owner;
}

/** With which kind of device the browser's dialog begins. */
export type Hint = 'client-device' | 'hybrid' | 'security-key';

export interface Prompting {
    /** In the order of preference. */
    hints?: Hint[];
    /** Ends the prompt, and the call with the code `aborted`. */
    signal?: AbortSignal;
}

export interface SigningIn extends Prompting {
    /**
     * `immediate`: the browser says at once if there is no passkey on this device, which is the code `none_here`, and
     * offers no other device. It needs a click just before; without it, and in browsers that lack it, the usual prompt
     * opens.
     */
    uiMode?: 'immediate';
}

export interface Naming {
    /** What prompts show, at most 256 bytes; otherwise the user's address. */
    username?: string;
    /** At most 256 bytes; otherwise the same as `username`. */
    displayName?: string;
    signal?: AbortSignal;
}

/** What `diagnose` has found. */
export interface Finding {
    check: 'base_url' | 'cors' | 'tenant' | 'origin' | 'relying_party' | 'input' | 'browser';
    /** Undefined if the page cannot know, for example because an earlier check has failed. */
    isRight?: boolean;
    /** A sentence for developers. */
    says: string;
    /** What to do, if something is wrong. */
    cure?: string;
}

/**
 * The authenticator of one user pool. A newer prompt ends the one before: `signIn` and `createPasskey` then throw
 * `aborted`, `autofill` and `createPasskeyQuietly` return undefined. Every method may throw `outage`,
 * `too_many_requests`, `unexpected`, and until the setup is right `wrong_base_url`, `not_json`, `csp_blocked`,
 * `cors_blocked` and `wrong_tenant`.
 */
export class Authenticator {
    /** @throws `wrong_base_url`, `wrong_tenant` for settings that cannot be right */
    constructor(settings: Settings);
    /**
     * Has a code mailed. Without an error a mail need not be on its way: nobody learns here who has an account.
     * @param parameters those of Cognito's challenge
     * @param email the address that the user typed; needed unless `isEnrolled` is `true`
     * @throws `expired_token`, `unauthorized`; `invalid_request` without a token, which other challenges lack
     */
    sendCode(parameters: ChallengeParameters | undefined, email?: string): Promise<void>;
    /**
     * Returns the answer to Cognito's challenge. It is a token that also allows `createPasskey` and `list`.
     * @param token that of the challenge
     * @param code as typed: spaces, hyphens and digits of other scripts are understood
     * @throws `wrong_code`, `too_many_wrong_codes`, `expired_token`
     */
    verifyCode(token: string, code: string): Promise<string>;
    /**
     * Asks for a passkey. Takes the parameters of Cognito's challenge if the sign-in has begun.
     * @throws `cancelled`, `none_here`: offer a code; `not_verified`, `not_allowed`, `unsupported`, `aborted`,
     * `challenge_expired`, and with a token `expired_token`, `unauthorized`
     */
    signIn(options: ({ token: string; passkeyOptions?: undefined } | { prove: true }) & SigningIn): Promise<Proof>;
    signIn(options?: { token?: undefined; passkeyOptions?: undefined } & SigningIn): Promise<UsedPasskey>;
    signIn(options: Pick<ChallengeParameters, 'token' | 'passkeyOptions'> & SigningIn): Promise<PasskeyAnswer>;
    /**
     * Offers passkeys among the suggestions of an input, for as long as the page is open. It outlives outages, and
     * throws mistakes of the setup. After an error it may be called again: it then waits for a moment, and longer each
     * time, up to 30 seconds. Undefined: another call has taken its place, `signal` has aborted, or the browser has no
     * autofill. Do not call it again then.
     * @throws the same as `signIn`
     */
    autofill(options?: { signal?: AbortSignal }): Promise<UsedPasskey | undefined>;
    /**
     * Takes a passkey to the authenticator that Cognito has refused.
     * @throws `none_here`, `not_verified`, `not_allowed`, `challenge_expired`; `invalid_request` if it is used up
     */
    prove(passkey: PasskeyAnswer): Promise<Proof>;
    /**
     * Creates a passkey.
     * @param token that of a proof, or of AddAuthenticator
     * @param options `attachment`: on this device, or on another one
     * @throws `cancelled`, `passkey_exists`, `not_allowed`, `not_verified`, `unsupported`, `aborted`,
     * `challenge_expired`, `expired_token`, `unauthorized`
     */
    createPasskey(
        token: string, options?: Naming & { attachment?: 'platform' | 'cross-platform'; hints?: Hint[] },
    ): Promise<CreatedPasskey>;
    /**
     * Lets the browser create a passkey without asking, which it does only right after a saved password. Undefined if
     * it does not.
     * @throws what the authenticator says of it, never what the browser says
     */
    createPasskeyQuietly(token: string, options?: Naming): Promise<CreatedPasskey | undefined>;
    /**
     * Lists the passkeys.
     * @param token that of a proof; one that has proven nothing lists nothing
     * @param owner lets the password manager hide passkeys that are no longer registered
     * @throws `expired_token`; `unauthorized`: the passkey that the token proves was removed
     */
    list(token: string, owner?: Owner): Promise<Passkey[]>;
    /**
     * @param name 1 to 100 characters without control characters; a longer one is refused, not cut
     * @throws `invalid_request`, `not_found`, `expired_token`, `unauthorized`
     */
    rename(token: string, passkey: Pick<Passkey, 'id'>, name: string): Promise<Passkey>;
    /**
     * Removes a passkey. If it is the one that the token proves, the token is void from now on.
     * @param owner has the password manager forget it
     * @throws `not_found`, `expired_token`, `unauthorized`
     */
    remove(token: string, passkey: Pick<Passkey, 'id' | 'credentialId'>, owner?: Pick<Owner, 'rpId'>): Promise<void>;
    /**
     * Looks for mistakes of the setup from this page: one finding for each check, always all of them. For developers;
     * the browser's console notes a call of status 400 that belongs to it.
     * @param options `input`: the field for autofill; otherwise the first one for passkeys
     */
    diagnose(options?: { input?: Element }): Promise<Finding[]>;
}

/** Whether the browser has passkeys at all. */
export function isSupported(): boolean;
/** Whether the device can keep a passkey behind its screen lock, so that an offer makes sense. */
export function canCreate(): Promise<boolean>;
/** Whether the browser can show passkeys among the suggestions of an input. */
export function canAutofill(): Promise<boolean>;
/** Whether the browser can create a passkey without asking. */
export function canCreateQuietly(): Promise<boolean>;
/** Whether the browser can say at once that there is no passkey here: `uiMode: 'immediate'`. */
export function canAskImmediately(): Promise<boolean>;
/** Whether the browser can tell the password manager that a passkey no longer works. */
export function canForget(): boolean;
/** Has the password manager show a new name, for example after a change of the address. */
export function tellName(owner: Owner, name: string, displayName?: string): Promise<void>;

/** For other servers that speak WebAuthn's JSON. */
export interface Prompt extends Prompting {
    mediation?: 'conditional';
    uiMode?: 'immediate';
}

/** A credential in WebAuthn's JSON. */
export interface CredentialJSON {
    id: string;
    rawId: string;
    type: string;
    response: object;
}

/** Has the user create a passkey, with the JSON of another server. A newer prompt ends it. */
export function createCredential(options: object, prompt?: Prompt): Promise<CredentialJSON>;
/** Has the user choose a passkey, with the JSON of another server. A newer prompt ends it. */
export function getCredential(options: object, prompt?: Prompt): Promise<CredentialJSON>;
/** Ends the autofill or the quiet creation that waits. */
export function stopBackground(): Promise<void>;
