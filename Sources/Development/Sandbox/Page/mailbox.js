// The mailbox: the codes that a real service would send by email.

import { breakable, element } from './element.js';
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
};

/** Puts a mail on top. */
export function receive({ time, detail }) {
    const code = element('button', { type: 'button', className: 'code' }, detail.code);
    code.setAttribute('aria-label', `Fill in the code ${[...detail.code].join(' ')}`);
    code.addEventListener('click', () => fill(detail.code));
    list.prepend(element('li', {},
        element('div', {},
            element('strong', {}, purposes[detail.purpose] ?? 'Your code'),
            element('span', {}, ...breakable(`to ${detail.to}`, /(?=@)/))),
        element('time', { dateTime: time }, new Date(time).toLocaleTimeString([], { hourCycle: 'h23' })),
        code));
    while (list.children.length > shown) list.lastElementChild.remove();
    empty.hidden = true;
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
