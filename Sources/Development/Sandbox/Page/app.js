// The app: <passkey-sign-in>, as any web app has it, with the settings of the sandbox in force.

import { showAccount } from './account.js';
import { Authenticator } from './authenticator.js';
import { solve } from './captcha.js';
import { Flow } from './flow.js';
import { say } from './message.js';
import { OpenIDAuthenticator, OpenIDPool } from './openid.js';
import './passkey-sign-in.js';
import { Pool } from './pool.js';
import { Provider } from './provider.js';
import { stored } from './storage.js';

const card = document.getElementById('app');
let signIn = document.getElementById('starting');

/** Whether the session is one from before a reload. The pool of a sandbox that was started anew does not know it. */
let isKept = stored('sessionStorage')?.length > 0;

/** What is said where the provider's passkeys are the only way. */
const withoutCodes = {
    noPasskey: 'No registered passkey was used.',
    notVerified: 'This passkey was not accepted.',
    refused: 'That was not accepted. If you never finished creating your account, create it with the same address.',
};

/** Starts with the settings. The user is signed out, unless the page has only been reloaded. */
export function start(settings, isReload = false) {
    if (!isReload) forget();
    const flow = new Flow(settings.flow, settings.tokenMode);
    const made = document.createElement('passkey-sign-in');
    const attributes = {
        'user-pool-id': settings.userPoolId, 'client-id': settings.clientId, 'flow': flow.steps,
        ...flow.hasTokens && !flow.isOpenID && { 'add-authenticator-url': '/add-authenticator' },
    };
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    const { pool, authenticator } = services(settings, flow);
    made.cognito = pool;
    made.authenticator = authenticator;
    made.captcha = solve;
    made.words = {
        weakPassword: `Choose a stronger password. ${settings.passwordRules}`, ...flow.isOpenID && withoutCodes,
    };
    made.addEventListener('click', () => say());
    made.addEventListener('signed-out', () => showAccount());
    made.addEventListener('signed-in', async ({ detail: { tokens } }) => {
        showAccount(tokens);
        if (isKept && !await pool.knows(tokens) && made.isConnected) start(settings);
        isKept = false;
    });
    showAccount();
    signIn.replaceWith(made);
    signIn = made;
    card.removeAttribute('aria-busy');
}

/** Puts a code into the field that waits for one. */
export function fillCode(code) {
    signIn.fillCode?.(code);
}

function forget() {
    stored('sessionStorage')?.clear();
    stored('localStorage')?.clear(); // for example, that a passkey was declined
    isKept = false;
}

/** What the element calls: the client for apps, or the OpenID provider. */
function services(settings, flow) {
    if (flow.isOpenID) {
        const provider = new Provider(settings);
        const authenticator = new OpenIDAuthenticator(provider);
        return { authenticator, pool: new OpenIDPool(settings, provider, authenticator) };
    }
    const { tokenMode, stateTable, tenantId } = settings;
    // Functions that take no passkey as the answer take the token of its proof.
    const ownUserNames = tokenMode !== 'signed' || stateTable !== 'on';
    const authenticator = new Authenticator({ baseUrl: '/v1', tenantId, ownUserNames });
    // Authsignal's API has no such calls for apps.
    if (tokenMode === 'authsignal') Object.assign(authenticator, { rename: undefined, remove: undefined });
    return { authenticator, pool: new Pool(settings) };
}
