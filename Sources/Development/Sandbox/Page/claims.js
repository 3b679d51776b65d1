// Reads a token's claims. Nothing is verified here: the page only shows the tokens that it has just received.

import { decode } from './base64url.js';

export function claims(token) {
    return JSON.parse(new TextDecoder().decode(decode(token.split('.')[1])));
}
