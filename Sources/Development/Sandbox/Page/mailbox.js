// The mailbox: what a real service would send by email.

import { element, identifier } from './element.js';
import { field, current } from './views.js';

const list = document.getElementById('mails');
const empty = document.getElementById('mailbox-empty');
const shown = 3;

const purposes = {
    signUp: 'Your confirmation code',
    enrolment: 'Your sign-in code',
    signIn: 'Your sign-in code',
    verifyAttribute: 'Confirm your new address',
    temporaryPassword: 'Your temporary password',
    resetPassword: 'Your code for a new password',
};

/** Puts a mail on top: one with a code, or a notice of what has changed. */
export function receive({ time, detail }) {
    list.prepend(element('li', {},
        element('div', {},
            element('strong', {}, purposes[detail.purpose] ?? detail.subject),
            element('span', {}, ...identifier(`to ${detail.to}`))),
        element('time', { dateTime: time }, new Date(time).toLocaleTimeString([], { hourCycle: 'h23' })),
        detail.code === undefined ? notice(detail) : codeButton(detail.code)));
    while (list.children.length > shown) list.lastElementChild.remove();
    empty.hidden = true;
}

function codeButton(code) {
    const button = element('button', { type: 'button', className: 'code' }, code);
    button.setAttribute('aria-label', `Fill in the code ${[...code].join(' ')}`);
    button.addEventListener('click', () => fill(code));
    return button;
}

/** The text of a notice. A mail that is made from a template has none. */
function notice({ text }) {
    if (text === undefined) return null;
    return element('details', {}, element('summary', {}, 'Read'), element('p', {}, text));
}

export function clear() {
    list.replaceChildren();
    empty.hidden = false;
}

function fill(code) {
    if (current().dataset.view !== 'code') return;
    field().value = code;
    field().dispatchEvent(new Event('input', { bubbles: true }));
    field().focus();
}
