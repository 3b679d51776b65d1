// The CAPTCHA widget. A provider's widget decides by itself; in this one the user chooses to pass or to fail.

import { send } from './request.js';
import { ask } from './views.js';

const dialog = document.getElementById('captcha');

/** The widget was closed without an answer. */
export class CaptchaClosed extends Error {}

/**
 * Shows the widget for a challenge and returns its answer.
 * `isAgain` says that the previous answer was not accepted.
 */
export async function solve({ action }, isAgain) {
    document.getElementById('captcha-lead').textContent = isAgain
        ? 'That was not accepted. Try again.' : 'Before you sign in, confirm that you are not a robot.';
    const outcome = await ask(dialog);
    if (outcome === '') throw new CaptchaClosed();
    const headers = { 'Content-Type': 'application/json' };
    const body = { passes: outcome === 'pass', action };
    const { json } = await send('/sandbox/captcha', { method: 'POST', headers, body });
    return json.answer;
}
