// The sandbox's settings. A change restarts the functions with a new environment.

import { element, identifier } from './element.js';
import { Flow } from './flow.js';
import { unreachable } from './message.js';
import { send } from './request.js';

const form = document.getElementById('settings');
const rejected = 'The sandbox rejected this setting and keeps the previous one.';
const restarts = form.querySelector('.restarts');

/** The switches: the setting and the list of its values, and a line for each value. */
const switches = [
    {
        id: 'token-mode', name: 'tokenMode', values: 'tokenModes',
        lines: {
            signed: 'The authenticator and the functions share a key. No other service takes part.',
            authsignal: 'Authsignal checks passkeys and codes, and the functions ask it for the result.',
            oidc: 'An OpenID issuer such as Auth0 checks passkeys. Its ID tokens are the answers.',
        },
    },
    {
        id: 'first-enrolment', name: 'firstEnrolment', values: 'firstEnrolments',
        lines: {
            server: 'The functions enrol a new user’s email address, as it is in Cognito.',
            client: 'The app enrols a new user’s email address, with the token of the sign-in.',
            deny: 'Nobody enrols new users, so they cannot sign in.',
        },
    },
    {
        id: 'state-table', name: 'stateTable', values: 'stateTables',
        lines: {
            on: 'A table remembers used proofs and counts codes, so that each works only once.',
            off: 'Nothing is remembered: a proof works until it expires. Codes of the functions have eight digits.',
        },
    },
    {
        id: 'audit', name: 'audit', values: 'audits',
        lines: {
            off: 'The functions write no audit log.',
            digest: 'Each decision has a line in the audit log, which names the user by a digest.',
            subject: 'Each decision has a line in the audit log, with a digest and the user’s sub.',
        },
    },
];

/** What a user meets in the steps of a flow. */
const steps = { PASSWORD: 'password', CAPTCHA: 'CAPTCHA', RESULT_TOKEN: 'passkey or code', EMAIL_OTP: 'mailed code' };

export async function read() {
    const answer = await send('/sandbox/settings');
    if (!answer.isOK) throw new Error('the settings cannot be read');
    return answer.json;
}

/**
 * Shows the settings. Calls `onChange` with the new settings and the sandbox's advice on connected apps, if any; if the
 * sandbox did not take the settings, with null and a text that says why. Controls that exist already are kept, so that a keyboard user does not lose the focus.
 */
export function present(settings, onChange) {
    for (const { id, name, values, lines } of switches) {
        const choices = document.querySelector(`#${id} .choices`);
        fill(choices, 'input', settings[values], (value) => element('label', {},
            element('input', { type: 'radio', name, value }), element('span', {}, value)));
        for (const input of choices.querySelectorAll('input')) input.checked = input.value === settings[name];
        choices.onchange = ({ target }) => change({ [name]: target.value }, onChange);
        explain(id, lines[settings[name]] ?? '');
    }
    // There are many flows with long names, so they are in a list.
    const flows = document.querySelector('#flow select');
    fill(flows, 'option', settings.flows, (value) => element('option', { value }, inWords(value)));
    flows.value = settings.flow;
    flows.onchange = () => change({ flow: flows.value }, onChange);
    explain('flow', `SIGN_IN_FLOW=${settings.flow}`);
    const { hasTokens } = new Flow(settings.flow);
    document.getElementById('token-mode').hidden = !hasTokens;
    // The function enrols users only with Authsignal's tokens.
    document.getElementById('first-enrolment').hidden = !hasTokens || settings.tokenMode !== 'authsignal';
    document.getElementById('in-force').textContent =
        settings.flow.replaceAll(',', ', ') + (hasTokens ? ` · ${settings.tokenMode}` : '');
}

/** A flow as its users know it, for example: Password, passkey or code. */
function inWords(flow) {
    const words = flow.split(',').map((step) => steps[step] ?? step).join(', ');
    return words[0].toUpperCase() + words.slice(1);
}

function explain(id, text) {
    document.getElementById(`${id}-line`).replaceChildren(...identifier(text));
}

/** Creates the choices of a list, unless it already has exactly these. */
function fill(list, choice, values, make) {
    const shown = [...list.querySelectorAll(choice)].map(({ value }) => value);
    if (shown.join(' ') !== values.join(' ')) list.replaceChildren(...values.map(make));
}

/** How many changes have been requested. The answer to an earlier request is ignored. */
let asked = 0;

async function change(values, onChange) {
    const number = ++asked;
    const headers = { 'Content-Type': 'application/json' };
    form.setAttribute('aria-busy', 'true');
    restarts.textContent = 'The functions are restarting…';
    const answer = await send('/sandbox/settings', { method: 'PUT', headers, body: values }).catch(() => null);
    if (number !== asked) return;
    form.removeAttribute('aria-busy');
    restarts.textContent = 'A change restarts the functions.';
    if (!answer?.isOK) return onChange(null, answer ? rejected : unreachable);
    const { advice, ...settings } = answer.json;
    onChange(settings, advice);
}
