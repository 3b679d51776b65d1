// The app's views, of which one is visible, and the message above them.

const app = document.getElementById('app');
const notice = document.getElementById('notice');
const problem = document.getElementById('problem');

/** Shows one view and puts the focus on its first field, or on its heading if it has no field. */
export function show(name) {
    for (const view of app.querySelectorAll('[data-view]')) view.hidden = view.dataset.view !== name;
    const view = current();
    (view.querySelector('input') ?? view.querySelector('h3')).focus({ preventScroll: true });
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

/** Shows a message and hides any problem; without an argument, hides both. */
export function say(text = '') {
    set(problem, '');
    set(notice, text);
}

/** Shows a problem and hides any message. */
export function complain(text) {
    set(notice, '');
    set(problem, text);
}

function set(element, text) {
    element.textContent = text;
    element.hidden = text === '';
}

/** Marks a field as wrong until the user edits it. */
export function markWrong(input) {
    input.setAttribute('aria-invalid', 'true');
    input.addEventListener('input', () => input.removeAttribute('aria-invalid'), { once: true });
    input.focus();
    input.select();
}
