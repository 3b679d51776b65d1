// What a token says. Nothing is verified here: the page shows the tokens that it has just been given.

import { decode } from './base64url.js';

export function claims(token) {
    return JSON.parse(new TextDecoder().decode(decode(token.split('.')[1])));
}
