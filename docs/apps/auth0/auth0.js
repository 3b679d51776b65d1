// Auth0's requests for apps with passkeys of their own, and the browser's prompts between them.

import { settings } from './settings.js';

const client = { client_id: settings.issuerClientId };
const account = `${settings.issuer}me/`;
// The access token adds passkeys, the ID token answers Cognito.
const scope = 'openid profile email create:me:authentication_methods';

/** What a passkey has proven: the ID token, its claims, and the access token for the account's passkeys. */
async function exchange({ auth_session }, credential) {
    const { id_token: token, access_token: access } = await post('oauth/token', {
        ...client, grant_type: 'urn:okta:params:oauth:grant-type:webauthn', scope, audience: account,
        auth_session, authn_response: credential.toJSON(),
    });
    return { token, access, claims: claimsOf(token), madeAt: Date.now() };
}

/** Creates an account at Auth0, with a passkey. Returns null if there is one with this address already. */
export async function register(email) {
    let begun;
    try {
        begun = await post('passkey/register', { ...client, user_profile: { email } });
    } catch (error) {
        if (/already exists/i.test(error.message)) return null;
        throw error;
    }
    return exchange(begun, await create(begun));
}

/** Uses a passkey. */
export async function prove() {
    const begun = await post('passkey/challenge', client);
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(begun.authn_params_public_key);
    return exchange(begun, await navigator.credentials.get({ publicKey }));
}

/** Creates another passkey for the account, by Auth0's My Account API. */
export async function enrol({ access }) {
    const headers = { Authorization: `Bearer ${access}` };
    const begun = await post('me/v1/authentication-methods', { type: 'passkey' }, headers);
    await post('me/v1/authentication-methods/passkey%7Cnew/verify', {
        auth_session: begun.auth_session, authn_response: (await create(begun)).toJSON(),
    }, headers);
}

function create({ authn_params_public_key: options }) {
    return navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) });
}

async function post(path, body, headers = {}) {
    const response = await fetch(settings.issuer + path, {
        method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, body: JSON.stringify(body),
    });
    const answer = await response.json();
    if (!response.ok) throw new Error(answer.error_description ?? answer.detail ?? `Auth0 answers ${response.status}`);
    return answer;
}

/** The functions verify the token; the app only reads it. */
function claimsOf(token) {
    const base64 = token.split('.')[1].replaceAll('-', '+').replaceAll('_', '/');
    return JSON.parse(new TextDecoder().decode(Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))));
}
