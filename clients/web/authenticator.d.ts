// The types of authenticator.js, whose comments say what each function does.

/** What an AuthenticatorError says; README.md has a line for each. */
export type ErrorCode =
    | 'aborted' | 'cancelled' | 'challenge_expired' | 'expired_token' | 'invalid_request' | 'none_here'
    | 'not_allowed' | 'not_found' | 'not_verified' | 'outage' | 'passkey_exists' | 'too_many_requests'
    | 'too_many_wrong_codes' | 'unauthorized' | 'unexpected' | 'unsupported' | 'wrong_code' | 'wrong_tenant';

export class AuthenticatorError extends Error {
    constructor(code: ErrorCode, message: string, details?: { path?: string; cause?: unknown });
    readonly code: ErrorCode;
    readonly path?: string;
}

export interface Settings {
    baseUrl: string;
    tenantId: string;
    action?: string;
    ownUserNames?: boolean;
}

/** The public parameters of Cognito's challenge. */
export interface ChallengeParameters {
    token: string;
    isEnrolled: string;
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
    /** The answer to Cognito's challenge: the passkey itself, or the token of a proof. */
    answer: string;
    /** The user's id. Absent if the sign-in had begun and the passkey does not name its user. */
    userId?: string;
    owner: Owner;
    /** The token of a proof, if the authenticator has verified the passkey. */
    token?: string;
    /** Whether it has signed for the challenge of a sign-in that had begun. */
    isOfRound?: boolean;
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

export interface Passkey {
    id: string;
    credentialId: string;
    name: string;
    createdAt: string;
    lastVerifiedAt: string;
}

export interface CreatedPasskey {
    /** Absent if the passkey was created without asking. */
    token?: string;
    passkey: Passkey;
    owner: Owner;
}

export type Hint = 'client-device' | 'hybrid' | 'security-key';

export interface Prompting {
    hints?: Hint[];
    signal?: AbortSignal;
}

export interface Naming {
    username?: string;
    displayName?: string;
    signal?: AbortSignal;
}

export class Authenticator {
    constructor(settings: Settings);
    sendCode(parameters: ChallengeParameters, email?: string): Promise<void>;
    verifyCode(token: string, code: string): Promise<string>;
    signIn(options: ({ token: string; passkeyOptions?: undefined } | { prove: true }) & Prompting): Promise<Proof>;
    signIn(options: Pick<ChallengeParameters, 'token' | 'passkeyOptions'> & Prompting): Promise<PasskeyAnswer>;
    signIn(options?: Prompting): Promise<UsedPasskey>;
    autofill(options?: { signal?: AbortSignal }): Promise<UsedPasskey | undefined>;
    prove(passkey: PasskeyAnswer): Promise<Proof>;
    createPasskey(
        token: string, options?: Naming & { attachment?: 'platform' | 'cross-platform'; hints?: Hint[] },
    ): Promise<CreatedPasskey>;
    createPasskeyQuietly(token: string, options?: Naming): Promise<CreatedPasskey | undefined>;
    list(token: string, owner?: Owner): Promise<Passkey[]>;
    rename(token: string, passkey: Pick<Passkey, 'id'>, name: string): Promise<Passkey>;
    remove(token: string, passkey: Pick<Passkey, 'id' | 'credentialId'>, owner?: Pick<Owner, 'rpId'>): Promise<void>;
}

export function isSupported(): boolean;
export function canCreate(): Promise<boolean>;
export function canAutofill(): Promise<boolean>;
export function canCreateQuietly(): Promise<boolean>;
export function canForget(): boolean;
export function tellName(owner: Owner, name: string, displayName?: string): Promise<void>;

/** For other servers that speak WebAuthn's JSON. */
export interface Prompt extends Prompting {
    mediation?: 'conditional';
}

/** A credential in WebAuthn's JSON. */
export interface CredentialJSON {
    id: string;
    rawId: string;
    type: string;
    response: object;
}

export function createCredential(options: object, prompt?: Prompt): Promise<CredentialJSON>;
export function getCredential(options: object, prompt?: Prompt): Promise<CredentialJSON>;
export function stopBackground(): Promise<void>;
