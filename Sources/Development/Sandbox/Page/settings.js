// The sandbox's switches. A change restarts the functions with a new environment.

import { element } from './element.js';
import { Flow } from './flow.js';
import { send } from './request.js';

const form = document.getElementById('settings');

const switches = [
    { id: 'token-mode', name: 'tokenMode', values: 'tokenModes' },
    { id: 'first-enrolment', name: 'firstEnrolment', values: 'firstEnrolments' },
    { id: 'state-table', name: 'stateTable', values: 'stateTables' },
];

export async function read() {
    const answer = await send('/sandbox/settings');
    if (!answer.isOK) throw new Error('the settings cannot be read');
    return answer.json;
}

/**
 * Shows the settings. Calls `onChange` with the new settings, or with null if the sandbox refused them. Controls that
 * exist already are kept, so that a keyboard user does not lose the focus.
 */
export function present(settings, onChange) {
    for (const { id, name, values } of switches) {
        const choices = document.querySelector(`#${id} .choices`);
        fill(choices, 'input', settings[values], (value) => element('label', {},
            element('input', { type: 'radio', name, value }), element('span', {}, value)));
        for (const input of choices.querySelectorAll('input')) input.checked = input.value === settings[name];
        choices.onchange = ({ target }) => change({ [name]: target.value }, onChange);
    }
    // There are many flows with long names, so they are in a list.
    const flows = document.querySelector('#flow select');
    fill(flows, 'option', settings.flows, (value) => element('option', { value }, value.replaceAll(',', ', ')));
    flows.value = settings.flow;
    flows.onchange = () => change({ flow: flows.value }, onChange);
    const { hasTokens } = new Flow(settings.flow);
    document.getElementById('token-mode').hidden = !hasTokens;
    // The function enrols users only with Authsignal's tokens.
    document.getElementById('first-enrolment').hidden = !hasTokens || settings.tokenMode !== 'authsignal';
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
    const answer = await send('/sandbox/settings', { method: 'PUT', headers, body: values }).catch(() => null);
    if (number !== asked) return;
    form.removeAttribute('aria-busy');
    onChange(answer?.isOK ? answer.json : null);
}
