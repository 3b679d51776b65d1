// The switches of the sandbox. A change restarts the functions with another environment.

import { element } from './element.js';
import { Flow } from './flow.js';
import { send } from './request.js';

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

/** Shows the settings; `onChange` is called with the new ones, or with nothing if they were refused. */
export function present(settings, onChange) {
    for (const { id, name, values } of switches) {
        const fieldset = document.getElementById(id);
        const choices = settings[values].map((value) => {
            const input = element('input', { type: 'radio', name, value, checked: value === settings[name] });
            input.addEventListener('change', () => change({ [name]: value }, onChange));
            return element('label', {}, input, element('span', {}, value));
        });
        const focused = fieldset.contains(document.activeElement);
        fieldset.querySelector('.choices').replaceChildren(...choices);
        if (focused) fieldset.querySelector(':checked')?.focus();
    }
    presentFlows(settings, onChange);
    const { hasTokens } = new Flow(settings.flow);
    document.getElementById('token-mode').hidden = !hasTokens;
    // Only with Authsignal's tokens does the function enrol anybody.
    document.getElementById('first-enrolment').hidden = !hasTokens || settings.tokenMode !== 'authsignal';
}

/** Flows have long names and are many: a list. */
function presentFlows(settings, onChange) {
    const list = document.querySelector('#flow select');
    list.replaceChildren(...settings.flows.map((value) =>
        element('option', { value, selected: value === settings.flow }, value.replace(',', ', '))));
    list.onchange = () => change({ flow: list.value }, onChange);
}

async function change(values, onChange) {
    const headers = { 'Content-Type': 'application/json' };
    try {
        const answer = await send('/sandbox/settings', { method: 'PUT', headers, body: values });
        onChange(answer.isOK ? answer.json : null);
    } catch {
        onChange(null);
    }
}
