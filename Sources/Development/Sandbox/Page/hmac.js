// HMAC-SHA-256 (RFC 2104), and the bytes that it takes.

export function text(value) {
    return new TextEncoder().encode(value);
}

export function joined(parts) {
    return Uint8Array.from(parts.flatMap((part) => [...part]));
}

/** The code of the parts in a row. */
export async function authenticate(key, ...parts) {
    const algorithm = { name: 'HMAC', hash: 'SHA-256' };
    const imported = await crypto.subtle.importKey('raw', key, algorithm, false, ['sign']);
    return new Uint8Array(await crypto.subtle.sign('HMAC', imported, joined(parts)));
}
