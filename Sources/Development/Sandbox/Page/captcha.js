// The widget of a CAPTCHA. The one of a provider would find out by itself; this one passes or fails as one likes.

import { send } from './request.js';

const dialog = document.getElementById('captcha');

/** The widget was closed without an answer. */
export class CaptchaClosed extends Error {}

/**
 * Shows the widget for a challenge; gives back its answer.
 * `isAgain` says that the answer before was not taken.
 */
export async function solve({ action }, isAgain) {
    document.getElementById('captcha-lead').textContent = isAgain
        ? 'That was not accepted. Try again.' : 'Before you sign in, show that you are no machine.';
    const outcome = await ask();
    if (outcome === '') throw new CaptchaClosed();
    const headers = { 'Content-Type': 'application/json' };
    const body = { passes: outcome === 'pass', action };
    const { json } = await send('/sandbox/captcha', { method: 'POST', headers, body });
    return json.answer;
}

/** Which button is pressed; nothing if the dialog is closed without one. */
function ask() {
    return new Promise((resolve) => {
        dialog.returnValue = '';
        dialog.addEventListener('close', () => resolve(dialog.returnValue), { once: true });
        dialog.showModal();
    });
}
