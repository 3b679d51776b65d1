// The browser's passkeys. Converts between the authenticator's JSON and the bytes that navigator.credentials takes.

import { decode, encode } from './base64url.js';

/** Whether this browser supports passkeys. */
export const isAvailable = 'PublicKeyCredential' in window;

/** Whether the browser can offer passkeys among an input's suggestions. */
export async function canSuggest() {
    return isAvailable && await PublicKeyCredential.isConditionalMediationAvailable?.() === true;
}

/** Asks the browser to create a passkey. */
export async function create(options) {
    const credential = await navigator.credentials.create({
        publicKey: {
            ...options,
            challenge: decode(options.challenge),
            user: { ...options.user, id: decode(options.user.id) },
            excludeCredentials: descriptors(options.excludeCredentials),
        },
    });
    const { response } = credential;
    return {
        ...common(credential),
        response: {
            clientDataJSON: encode(response.clientDataJSON),
            attestationObject: encode(response.attestationObject),
            transports: response.getTransports?.() ?? [],
        },
    };
}

/** Asks the browser to use an existing passkey; `mediation: 'conditional'` offers it in an input's suggestions. */
export async function get(options, { mediation, signal } = {}) {
    const credential = await navigator.credentials.get({
        mediation, signal,
        publicKey: {
            ...options,
            challenge: decode(options.challenge),
            allowCredentials: descriptors(options.allowCredentials),
        },
    });
    const { response } = credential;
    return {
        ...common(credential),
        response: {
            clientDataJSON: encode(response.clientDataJSON),
            authenticatorData: encode(response.authenticatorData),
            signature: encode(response.signature),
            userHandle: response.userHandle ? encode(response.userHandle) : undefined,
        },
    };
}

function common(credential) {
    return {
        id: credential.id,
        rawId: encode(credential.rawId),
        type: credential.type,
        authenticatorAttachment: credential.authenticatorAttachment ?? undefined,
        clientExtensionResults: credential.getClientExtensionResults(),
    };
}

function descriptors(list = []) {
    return list.map((descriptor) => ({ ...descriptor, id: decode(descriptor.id) }));
}
