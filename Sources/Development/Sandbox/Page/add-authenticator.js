// The function URL of AddAuthenticator, as an app calls it.

import { send } from './request.js';

/** No token was given; `code` is the function's name for why, insufficient_user_authentication for instance. */
export class AddAuthenticatorError extends Error {
    constructor(code, message) {
        super(message);
        this.code = code;
    }
}

export class AddAuthenticator {
    /** A token that adds an authenticator to the account of whoever the access token is about. */
    async token(accessToken) {
        const headers = { Authorization: `Bearer ${accessToken}` };
        const { isOK, json } = await send('/add-authenticator', { method: 'POST', headers });
        if (isOK) return json.token;
        throw new AddAuthenticatorError(json.error ?? '', json.message ?? '');
    }
}
