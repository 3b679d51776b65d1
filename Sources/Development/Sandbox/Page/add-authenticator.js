// The function URL of AddAuthenticator, as an app calls it.

import { send } from './request.js';

/** The function refused to give a token. `code` names its reason, for example insufficient_user_authentication. */
export class AddAuthenticatorError extends Error {
    constructor(code, message) {
        super(message);
        this.code = code;
    }
}

export class AddAuthenticator {
    /** Asks for a token that can add an authenticator to the account that the access token belongs to. */
    async token(accessToken) {
        const headers = { Authorization: `Bearer ${accessToken}` };
        const { isOK, json } = await send('/add-authenticator', { method: 'POST', headers });
        if (isOK) return json.token;
        throw new AddAuthenticatorError(json.error ?? '', json.message ?? '');
    }
}
