// The app's views, of which one is visible, and the message above them.

import { identifier } from './element.js';

const app = document.getElementById('app');
const notice = document.getElementById('notice');
const problem = document.getElementById('problem');

/** Said when an answer takes long. */
export const stillWorking = 'Still working. A function may be starting.';

// A long code gets smaller letters, so that all of it can be seen.
app.addEventListener('input', ({ target }) => {
    if (target.matches('.code')) target.classList.toggle('long', target.value.length > 8);
});

/** Shows one view and puts the focus on its first field, or on its heading if it has no field. */
export function show(name) {
    reveal(name);
    (field() ?? current().querySelector('h3')).focus({ preventScroll: true });
}

/** Shows one view and leaves the focus where it is. */
export function reveal(name) {
    for (const view of app.querySelectorAll('[data-view]')) view.hidden = view.dataset.view !== name;
}

/** Whether the focus is in the app. */
export function hasFocus() {
    return app.contains(document.activeElement);
}

/** The visible view. */
export function current() {
    return app.querySelector('[data-view]:not([hidden])');
}

/** The first field of the current view. */
export function field() {
    return current().querySelector('input');
}

/** The current view's password field, or null if the flow has no password there. */
export function passwordField() {
    return current().querySelector('.part:not([hidden]) input[type="password"]');
}

/** Empties the first field of the current view, as a user would. */
export function empty() {
    field().value = '';
    field().dispatchEvent(new Event('input', { bubbles: true }));
}

/** Shows a message and hides any problem; without an argument, hides both. */
export function say(text = '') {
    set(problem, '');
    set(notice, text);
}

/** Shows a problem and hides any message. The problem goes when the user edits one of the fields that caused it. */
export function complain(text, ...causes) {
    say();
    set(problem, text);
    for (const input of causes) input.addEventListener('input', () => withdraw(text), { once: true });
}

/** Shows a problem and marks the field that caused it as wrong, both until the user edits the field. */
export function reject(input, text) {
    complain(text, input);
    input.setAttribute('aria-invalid', 'true');
    input.focus();
    input.select();
}

/** Hides a message or a problem, unless another one has taken its place. */
export function withdraw(text) {
    for (const element of [notice, problem]) if (element.textContent === text) set(element, '');
}

/** Shows a dialog; returns the value of the button that the user presses, empty if the user closes it. */
export function ask(dialog) {
    return new Promise((resolve) => {
        dialog.returnValue = '';
        dialog.addEventListener('close', () => resolve(dialog.returnValue), { once: true });
        withdraw(stillWorking);
        dialog.showModal();
    });
}

/** Whether the user has been told or asked to do something. */
export function isWaitingForUser() {
    return !notice.hidden || !problem.hidden || document.querySelector('dialog[open]') !== null;
}

function set(element, text) {
    element.replaceChildren(...identifier(text));
    element.hidden = text === '';
    if (!problem.hidden) return;
    for (const input of app.querySelectorAll('[aria-invalid]')) input.removeAttribute('aria-invalid');
}
