// The browser's passkeys. Converts between the authenticator's JSON and the bytes that navigator.credentials takes.

import { decode, encode } from './base64url.js';

/** Whether this browser supports passkeys. */
export const isAvailable = 'PublicKeyCredential' in window;

/** Whether the browser can make the device forget a passkey that no longer works. */
export const canForget = isAvailable && 'signalUnknownCredential' in PublicKeyCredential;

/** Whether the browser can offer passkeys among an input's suggestions. */
export async function canSuggest() {
    return isAvailable && await PublicKeyCredential.isConditionalMediationAvailable?.() === true;
}

/** Whether the browser can create a passkey without asking, right after it has filled in a password. */
export async function canCreateQuietly() {
    return isAvailable && (await PublicKeyCredential.getClientCapabilities?.())?.conditionalCreate === true;
}

/** Asks the browser to create a passkey; `mediation: 'conditional'` lets it do so without asking the person. */
export async function create(options, { mediation, signal } = {}) {
    const credential = await navigator.credentials.create({
        mediation, signal,
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

/** Tells the browser that a passkey is not registered, so that it stops offering it. */
export async function forget(relyingPartyId, credentialId) {
    await signal('signalUnknownCredential', { rpId: relyingPartyId, credentialId });
}

/** Tells the browser which passkeys a user has, so that it offers no others. `userHandle` is the user's id in them. */
export async function keepOnly(relyingPartyId, userHandle, credentialIds) {
    await signal('signalAllAcceptedCredentials', {
        rpId: relyingPartyId, userId: userHandle, allAcceptedCredentialIds: credentialIds,
    });
}

/** The browser may lack a signal or refuse it. Signing in does not depend on it. */
async function signal(name, facts) {
    try { await PublicKeyCredential[name]?.(facts); } catch (error) { console.info(name, error); }
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
