// Verifies the access tokens that an app sends to its server. With jose: `npm install jose`.

import { createRemoteJWKSet, jwtVerify } from 'jose';

const { ISSUER, CLIENT_ID } = process.env;
const keys = createRemoteJWKSet(new URL(`${ISSUER}/.well-known/jwks.json`)); // once, because it keeps the keys

/** The `sub` of the user who signed in. Throws if the token is not a valid access token of the app. */
export async function user(token) {
    const { payload } = await jwtVerify(token, keys, { algorithms: ['RS256'], issuer: ISSUER });
    if (payload.token_use !== 'access' || payload.client_id !== CLIENT_ID || !payload.exp) {
        throw new Error('This is not an access token of the app');
    }
    return payload.sub;
}
