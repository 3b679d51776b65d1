// The app's views, of which one is to be seen, and the line above them that tells how things went.

const app = document.getElementById('app');
const notice = document.getElementById('notice');
const problem = document.getElementById('problem');

/** Shows one view and puts the focus where a person goes on: the first field, or the heading. */
export function show(name) {
    for (const view of app.querySelectorAll('[data-view]')) view.hidden = view.dataset.view !== name;
    const view = current();
    (view.querySelector('input') ?? view.querySelector('h3')).focus({ preventScroll: true });
}

export function current() {
    return app.querySelector('[data-view]:not([hidden])');
}

/** The field of the current view. */
export function field() {
    return current().querySelector('input');
}

/** The current view's field for a password, or null if the flow has none there. */
export function passwordField() {
    return current().querySelector('.part:not([hidden]) input[type="password"]');
}

/** Says something that is well; nothing to say nothing. */
export function say(text = '') {
    set(problem, '');
    set(notice, text);
}

/** Says what went wrong. */
export function complain(text) {
    set(notice, '');
    set(problem, text);
}

function set(element, text) {
    element.textContent = text;
    element.hidden = text === '';
}

/** Marks a field as the one that is wrong, until it is edited. */
export function markWrong(input) {
    input.setAttribute('aria-invalid', 'true');
    input.addEventListener('input', () => input.removeAttribute('aria-invalid'), { once: true });
    input.focus();
    input.select();
}
