// Base64url without padding (RFC 4648 section 5), which WebAuthn's JSON and tokens use for bytes.

export function encode(bytes) {
    const text = String.fromCharCode(...new Uint8Array(bytes));
    return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

export function decode(text) {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
