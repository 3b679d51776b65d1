// The CAPTCHA widget. A provider's widget decides by itself; in this one the user chooses to pass or to fail.

import { element } from './element.js';
import { send } from './request.js';

/** Shows the widget for a challenge in an element, and returns its answer. */
export async function solve({ action }, place) {
    const passes = await new Promise((resolve) => {
        const button = (text, className, outcome) => {
            const made = element('button', { type: 'button', className }, text);
            made.addEventListener('click', () => resolve(outcome));
            return made;
        };
        place.className = 'captcha';
        place.append(button('I’m not a robot', 'primary', true), button('Fail the check', 'secondary', false));
    });
    const headers = { 'Content-Type': 'application/json' };
    const { json } = await send('/sandbox/captcha', { method: 'POST', headers, body: { passes, action } });
    return json.answer;
}
