// The audit log in the timeline: a line of the log stands in the row of the call that it is about.

import { element, tree } from './element.js';

/** How many lines wait for their call. */
const kept = 500;

const decisions = {
    challenge_issued: 'challenge handed out',
    answer_right: 'right answer',
    answer_wrong: 'wrong answer',
    tokens_issued: 'signed in',
    sign_in_refused: 'sign-in refused',
    enrolment_allowed: 'may add an authenticator',
    enrolment_refused: 'may not add an authenticator',
    code_sent: 'code sent',
    code_withheld: 'code withheld',
};

/** What has happened to a passkey or a mailbox of the account. */
const changes = {
    authenticator_added: 'added', authenticator_refused: 'refused', authenticator_removed: 'removed',
    authenticator_renamed: 'renamed',
};

/** How a user proved who they are, or the step that says what is to be proven. */
const methods = {
    PASSKEY: 'passkey', EMAIL_OTP: 'emailed code', RESULT_TOKEN: 'passkey or code', CAPTCHA: 'CAPTCHA',
    PASSWORD: 'password',
};

/** Lines that came before the call that they are about, by its request id. */
let early = new Map();

/** Shows a line in its call's row; keeps it until there is one. */
export function show(row, { requestId, detail }) {
    if (row) return write(row, detail);
    early.set(requestId, [...early.get(requestId) ?? [], detail]);
    if (early.size > kept) early.delete(early.keys().next().value);
}

/** Shows what came before a call's row. */
export function showEarly(row, requestId) {
    for (const detail of early.get(requestId) ?? []) write(row, detail);
    early.delete(requestId);
}

export function forget() {
    early = new Map();
}

function write(row, detail) {
    row.querySelector('summary').append(element('span', { className: 'audit' }, `Audit log: ${inWords(detail)}`));
    row.querySelector('.log').append(
        element('p', { className: 'when' }, 'Audit log'), element('dl', { className: 'tree' }, ...tree(detail)));
}

/** A line in words, for example: wrong answer (expired), passkey, round 2. */
function inWords({ audit, reason, step, method = step, round }) {
    if (audit in changes) return `${method === 'PASSKEY' ? 'passkey' : 'mailbox'} ${changes[audit]}`;
    // A challenge is always issued; only other reasons say more.
    const why = reason && reason !== 'issued' ? ` (${reason.replaceAll('_', ' ')})` : '';
    const how = [methods[method] ?? method, round ? `round ${round}` : null].filter(Boolean);
    return [(decisions[audit] ?? audit.replaceAll('_', ' ')) + why, ...how].join(', ');
}
