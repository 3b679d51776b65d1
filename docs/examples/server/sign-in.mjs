// The calls of a server that signs its users in: to Cognito, for an app client with a secret, and to the authenticator
// on behalf of the user. server.mjs serves a page with them. Needs Node.js 18 or newer and no package.
//
// Nothing here needs rights in AWS: whoever has the client's secret may call. For a server with a role,
// AdminInitiateAuth and AdminRespondToAuthChallenge take the same parameters: see sign_in.py.

import { createHash, createHmac } from 'node:crypto';

const {
    AWS_REGION, USER_POOL_ID, CLIENT_ID, CLIENT_SECRET,
    AUTHENTICATOR_URL, // the stack's output AuthenticatorBaseUrl
    ORIGIN_SECRET, // the string of the secret that CloudFrontSecretArn names
    COGNITO_ENDPOINT = `https://cognito-idp.${AWS_REGION}.amazonaws.com`, // another one for the sandbox only
} = process.env;

/** Cognito or the authenticator refused a call. */
export class Refused extends Error {
    constructor(status, code) {
        super(code);
        Object.assign(this, { status, code });
    }
}

/**
 * Proves that the server knows the client's secret, for a call with the same `name`; for a refresh, with Cognito's own
 * name of the user.
 */
export function secretHash(name) {
    return createHmac('sha256', CLIENT_SECRET).update(name + CLIENT_ID).digest('base64');
}

async function call(url, headers, body) {
    const response = await fetch(url, {
        method: 'POST', headers, body: JSON.stringify(body), signal: AbortSignal.timeout(10_000),
        redirect: 'error', // the secrets in a call are for this address alone
    });
    const answer = await response.json();
    if (response.ok) return answer;
    throw new Refused(response.status, answer.errorCode ?? answer.__type ?? 'unexpected_error');
}

/** A call of Cognito's API that needs no rights in AWS. */
export function cognito(operation, parameters) {
    return call(COGNITO_ENDPOINT, {
        'Content-Type': 'application/x-amz-json-1.1',
        'X-Amz-Target': `AWSCognitoIdentityProviderService.${operation}`,
    }, parameters);
}

/**
 * Starts a sign-in with an address or with Cognito's own name of the user; returns the first round.
 *
 * UserContextData tells Cognito's threat protection where the user is; without it, Cognito judges the server. The app
 * client needs EnablePropagateAdditionalUserContextData.
 */
export function begin(name, caller) {
    return cognito('InitiateAuth', {
        ClientId: CLIENT_ID, AuthFlow: 'CUSTOM_AUTH', UserContextData: { IpAddress: caller.address },
        AuthParameters: { USERNAME: name, SECRET_HASH: secretHash(name) },
    });
}

/**
 * Answers a round with a result token, or with a passkey as JSON text; returns the tokens as `AuthenticationResult`, or
 * the next round.
 */
export function answer(round, proof, caller) {
    const name = round.ChallengeParameters.USERNAME; // Cognito's own, whatever the user has typed
    return cognito('RespondToAuthChallenge', {
        ClientId: CLIENT_ID, ChallengeName: round.ChallengeName, Session: round.Session,
        UserContextData: { IpAddress: caller.address },
        ChallengeResponses: { USERNAME: name, ANSWER: proof, SECRET_HASH: secretHash(name) },
    });
}

/** Returns new tokens. `name` is Cognito's own name of the user: where people sign in by email, their `sub`. */
export async function refresh(refreshToken, name, caller) {
    const refreshed = await cognito('InitiateAuth', {
        ClientId: CLIENT_ID, AuthFlow: 'REFRESH_TOKEN_AUTH', UserContextData: { IpAddress: caller.address },
        AuthParameters: { REFRESH_TOKEN: refreshToken, SECRET_HASH: secretHash(name) },
    });
    return refreshed.AuthenticationResult;
}

export function revoke(refreshToken) {
    return cognito('RevokeToken', { Token: refreshToken, ClientId: CLIENT_ID, ClientSecret: CLIENT_SECRET });
}

/**
 * Calls the authenticator's client API with a token, or with the pool's id before anybody has said who they are.
 *
 * The last two headers are those of a CloudFront distribution. Without them, all users would share this server's
 * address, and the limit of mails for one network.
 */
function authenticator(path, body, caller, token) {
    const tenant = Buffer.from(`${USER_POOL_ID}:`).toString('base64');
    return call(`${AUTHENTICATOR_URL}/client/${path}`, {
        'Content-Type': 'application/json', 'Authorization': token ? `Bearer ${token}` : `Basic ${tenant}`,
        'X-Origin-Secret': ORIGIN_SECRET, 'CloudFront-Viewer-Address': `${caller.address}:${caller.port}`,
    }, body);
}

/** Has a code mailed to the user, whose address the round's token names. */
export function sendCode(round, email, caller) {
    return authenticator('user-authenticators/email-otp', { email }, caller, round.ChallengeParameters.token);
}

/** Judges a typed code. A right one has an `accessToken`, the result token. */
export function proveCode(round, code, caller) {
    return authenticator('verify/email-otp', { verificationCode: code }, caller, round.ChallengeParameters.token);
}

/** Starts a sign-in that a passkey begins; returns `challengeId`, and `options` for the browser's prompt. */
export function passkeyOptions(caller) {
    return authenticator('passkey/options', { action: 'cognitoAuth' }, caller);
}

/**
 * Whose passkey it says it is: its handle is 8 bytes of the SHA-256 of the pool's id, then the `sub`. Undefined for a
 * handle of another form, as an imported passkey may have. This proves nothing: Cognito verifies the passkey.
 */
export function userOf({ response: { userHandle } }) {
    const handle = Buffer.from(userHandle ?? '', 'base64url');
    const tag = createHash('sha256').update(USER_POOL_ID).digest().subarray(0, 8);
    if (handle.length !== 24 || !handle.subarray(0, 8).equals(tag)) return undefined;
    return handle.toString('hex', 8).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/**
 * Has the authenticator judge a passkey that does not name its user. A right one has an `accessToken`, and as `userId`
 * Cognito's own name of the user.
 */
export function provePasskey(challengeId, authenticationCredential, caller) {
    return authenticator('verify/passkey', { challengeId, authenticationCredential }, caller);
}
