// The mailbox: what a real service would send by email.

import { fillCode } from './app.js';
import { element, identifier } from './element.js';

const list = document.getElementById('mails');
const empty = document.getElementById('mailbox-empty');
const why = document.getElementById('mailbox-why');
const shown = 3;

const purposes = {
    signUp: 'Your confirmation code',
    enrolment: 'Your sign-in code',
    signIn: 'Your sign-in code',
    verifyAttribute: 'Confirm your new address',
    temporaryPassword: 'Your temporary password',
    resetPassword: 'Your code for a new password',
};

const tooMany = 'too many mails were asked for.';
/** Why no mail was sent, by the reasons of the audit log. */
const reasons = {
    unknown_user: 'no account has this address.',
    issued_closed: 'no account has this address, or it can get no codes.',
    no_address: 'the account has no address for codes, or has not verified its new one.',
    unusable_address: 'no mail can be sent to this address.',
    account_limit: 'the account has been sent too many. The long code in the last mail still works.',
    address_limit: 'the address has been sent too many. Wait ten minutes.',
    round_limit: 'too many codes were asked for in one sign-in. Start again.',
    caller_limit: tooMany,
    deployment_limit: tooMany,
    stranger_limit: tooMany,
};

/** Says why a request has led to no mail, if the audit log knows. */
export function explain({ detail: { audit, step, reason } }) {
    const isOfCode = audit === 'code_withheld' || audit === 'challenge_issued' && step === 'EMAIL_OTP';
    if (!isOfCode || !(reason in reasons)) return;
    why.textContent = `No mail was sent: ${reasons[reason]}`;
    why.hidden = false;
    empty.hidden = true;
}

/** Puts a mail on top: one with a code, or a notice of what has changed. */
export function receive({ time, detail }) {
    list.prepend(element('li', {},
        element('div', {},
            element('strong', {}, purposes[detail.purpose] ?? detail.subject),
            element('span', {}, ...identifier(`to ${detail.to}`))),
        element('time', { dateTime: time }, new Date(time).toLocaleTimeString([], { hourCycle: 'h23' })),
        detail.code === undefined ? notice(detail) : codeButton(detail.code)));
    while (list.children.length > shown) list.lastElementChild.remove();
    empty.hidden = why.hidden = true;
}

function codeButton(code) {
    const button = element('button', { type: 'button', className: 'code' }, code);
    button.setAttribute('aria-label', `Fill in the code ${[...code].join(' ')}`);
    button.addEventListener('click', () => fillCode(code));
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
    why.hidden = true;
}
