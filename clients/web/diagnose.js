// Looks for mistakes of the setup from a page: what the browser, the page and the authenticator make of each other.
// Authenticator.diagnose() loads this file when it is called.

import { canAskImmediately, canAutofill, canCreate, canCreateQuietly, isSupported } from './authenticator.js';

/** What each error of the call for options says about the checks that it touches; the others stay open. */
const verdicts = {
    wrong_base_url: { base_url: false },
    not_json: { base_url: false },
    csp_blocked: { base_url: false },
    outage: { base_url: false },
    cors_blocked: { base_url: true, cors: false },
    wrong_tenant: { base_url: true, cors: true, tenant: false },
};
const isWell = { base_url: true, cors: true, tenant: true };

/** What is said of a check that found nothing wrong, and of one that could not be made. */
const words = {
    base_url: ['baseUrl leads to the authenticator', 'Whether baseUrl is right is not known'],
    cors: ['This page may read the answers', 'Whether this page may read the answers is not known'],
    tenant: ['tenantId is the authenticator\'s', 'Whether tenantId is right is not known'],
};
const unreachable = 'Open baseUrl in a tab of its own. If nothing answers there, the address or the network is wrong';

/**
 * Returns a finding for each check. `offer` asks for options of a prompt, and `judge` has the authenticator judge an
 * assertion; `input` is the field for autofill, if the page has several.
 */
export async function diagnose({ url, offer, judge, input }) {
    let offered, error;
    try { offered = await offer(); } catch (caught) { error = caught; }
    const verdict = offered ? isWell : verdicts[error.code] ?? {};
    const calls = Object.entries(words).map(([check, [right, open]]) => {
        const isRight = verdict[check];
        if (isRight !== false) return finding(check, isRight, isRight ? right : open);
        const cure = error.cure ?? unreachable;
        // The message may end with the cure.
        return finding(check, false, error.message.replace(`. ${error.cure}`, ''), cure);
    });
    // Errors that are no mistake of the setup, such as too many requests.
    if (error && !verdicts[error.code]) calls[0] = finding('base_url', undefined, `${url}: ${error.message}`);
    return [
        ...calls, await checkOrigin(offered, judge), checkRelyingParty(offered), await checkInput(input),
        await checkBrowser(),
    ];
}

/** A finding: `isRight` is undefined if the page cannot know. */
function finding(check, isRight, says, cure) {
    return { check, isRight, says, ...cure && { cure } };
}

/** Whether the authenticator accepts passkeys from this page. It judges one that nobody has, and accepts none. */
async function checkOrigin(offered, judge) {
    const check = 'origin';
    const { origin } = location;
    if (!offered) return finding(check, undefined, `Whether ${origin} may use the passkeys is not known`);
    try { await judge(await madeUp(offered)); } catch ({ code, message }) {
        // It is not registered, and the origin is right: an authenticator looks at the origin first.
        if (code === 'none_here') return finding(check, true, `${origin} may use the passkeys`);
        // The sandbox has an error for it.
        if (code !== 'not_allowed') return finding(check, undefined, message);
    }
    return finding(
        check, false, `The authenticator accepts no passkeys from ${origin}, or not in this frame`,
        `Add ${origin} to the stack's parameter PasskeyOrigins, and show the page outside of frames`);
}

/** An assertion of this page with a passkey that does not exist. */
async function madeUp({ challengeId, options: { challenge, rpId } }) {
    const bytes = (words) => new TextEncoder().encode(words);
    const isFramed = !attempt(() => top.location.origin === location.origin);
    const clientData = { type: 'webauthn.get', challenge, origin: location.origin, crossOrigin: isFramed };
    // Section 6.1 of WebAuthn: the relying party, a user who is present and verified, and a count of 0.
    const relyingParty = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes(rpId)));
    const id = text(crypto.getRandomValues(new Uint8Array(32)));
    return {
        challengeId,
        authenticationCredential: {
            id, rawId: id, type: 'public-key', clientExtensionResults: {},
            response: {
                clientDataJSON: text(bytes(JSON.stringify(clientData))),
                authenticatorData: text([...relyingParty, 0x05, 0, 0, 0, 0]),
                signature: text([0]),
            },
        },
    };
}

function checkRelyingParty(offered) {
    const check = 'relying_party';
    if (!offered) return finding(check, undefined, 'The relying party ID is not known');
    const { rpId } = offered.options, { hostname, origin } = location;
    if (hostname === rpId || hostname.endsWith(`.${rpId}`)) {
        return finding(check, true, `${hostname} may use passkeys of ${rpId}`);
    }
    return finding(
        check, false, `${hostname} is neither ${rpId}, the relying party ID, nor below it`,
        `Open the page at ${rpId}, or list ${origin} in the stack's parameter RelatedOrigins and publish `
            + `https://${rpId}/.well-known/webauthn, which some browsers read`);
}

async function checkInput(input) {
    const check = 'input';
    const cure = 'Give the field for the address autocomplete="username webauthn"';
    if (!await canAutofill()) return finding(check, undefined, 'This browser has no autofill for passkeys');
    const field = input ?? document.querySelector('input[autocomplete*=webauthn i]');
    if (!field) return finding(check, false, 'No input of this page is for passkeys', cure);
    const value = field.getAttribute('autocomplete') ?? '';
    const isRight = value.toLowerCase().trim().split(/\s+/).at(-1) === 'webauthn';
    return isRight
        ? finding(check, true, 'The input offers passkeys')
        : finding(check, false, `The input has autocomplete="${value}", which does not end in webauthn`, cure);
}

async function checkBrowser() {
    const check = 'browser';
    if (!isSecureContext) {
        return finding(check, false, 'This page has no secure connection', 'Open it with https, or at localhost');
    }
    if (!isSupported()) return finding(check, false, 'This browser has no passkeys', 'Use another browser');
    const feature = 'publickey-credentials-get';
    if (document.featurePolicy?.allowsFeature(feature) === false) {
        const cure = `Let the frame, or the header Permissions-Policy, allow ${feature}`;
        return finding(check, false, 'This page may not ask for passkeys', cure);
    }
    const abilities = [
        ['creates passkeys', await canCreate()], ['offers them in inputs', await canAutofill()],
        ['creates them without asking', await canCreateQuietly()],
        ['says at once if there is none', await canAskImmediately()],
    ];
    const list = (has) => abilities.filter(([, can]) => can === has).map(([name]) => name).join(', ') || 'nothing';
    return finding(check, true, `This browser and device: ${list(true)}; not: ${list(false)}`);
}

function attempt(call) {
    try { return call(); } catch { return undefined; }
}

/** Bytes in base64url. */
function text(bytes) {
    return btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
