// Reads a token's claims. Nothing is verified here: the page only shows the tokens that it has just received.

export function claims(token) {
    const binary = atob(token.split('.')[1].replaceAll('-', '+').replaceAll('_', '/'));
    return JSON.parse(new TextDecoder().decode(Uint8Array.from(binary, (character) => character.charCodeAt(0))));
}
