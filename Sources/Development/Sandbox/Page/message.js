// What the page itself says above the app, such as that the sandbox cannot be reached.

import { identifier } from './element.js';

const notice = document.getElementById('notice');
const problem = document.getElementById('problem');

/** Said when a request got no answer. */
export const unreachable = 'The sandbox cannot be reached. Is it still running?';

/** Shows a message and hides any problem; without an argument, hides both. */
export function say(text = '') {
    set(problem, '');
    set(notice, text);
}

/** Shows a problem and hides any message. */
export function complain(text) {
    say();
    set(problem, text);
}

/** Hides the problem, unless another one has taken its place. */
export function withdraw(text) {
    if (problem.textContent === text) set(problem, '');
}

function set(place, text) {
    place.replaceChildren(...identifier(text));
    place.hidden = text === '';
}
