// The timeline: one line for each event. Each line opens to show what went in and what came out.

import * as audit from './audit.js';
import { element, exception, identifier, tree } from './element.js';
import { isOfFunction, ledTo } from './sequence-tree.js';

const list = document.getElementById('events');
const empty = document.getElementById('timeline-empty');

/** How many events the list keeps: as many as the sandbox itself. */
const kept = 500;

/** How far each caller's lines are indented below the app's call that led to them. */
const depths = { App: 0, Cognito: 1, Trigger: 2, Function: 2, Server: 2 };

const callers = {
    server: 'Trigger → authenticator',
    issuer: 'App → issuer',
    keys: 'Trigger → issuer',
    captcha: 'Trigger → CAPTCHA',
    addAuthenticator: 'App → AddAuthenticator',
};

const kinds = {
    call: ({ title }) => /^(Admin|GET)/.test(title) ? 'Server → Cognito' : 'App → Cognito',
    trigger: () => 'Cognito → trigger',
    authenticator: ({ detail: { api } }) => callers[api] ?? 'App → authenticator',
    aws: () => 'Function → AWS',
    mail: () => 'Mail',
    tokens: () => 'Tokens',
};

/** What each kind of mail holds. */
const mails = {
    signUp: 'confirmation code',
    signIn: 'sign-in code',
    verifyAttribute: 'code for a new address',
    temporaryPassword: 'temporary password',
    resetPassword: 'code for a new password',
    notice: 'notice',
};

/** Outcomes that are no failures of a call, but not what one hopes for either. */
const exceptions = [
    'wrong', 'fail', 'not verified', 'not valid', 'no decision', 'CODE_INVALID_OR_EXPIRED',
    'MAX_ATTEMPTS_EXCEEDED',
];

function isException({ outcome, isFailure }) {
    return isFailure || exceptions.includes(outcome) || Boolean(outcome?.endsWith(', closed'));
}

/** Whether the list scrolls to the newest event. It stops when the user scrolls up. */
let follows = true;
let position = 0;

list.addEventListener('scroll', () => {
    if (list.scrollTop < position) follows = false;
    if (list.scrollHeight - list.scrollTop - list.clientHeight < 40) follows = true;
    position = list.scrollTop;
});
new ResizeObserver(showNewest).observe(list);

function showNewest() {
    if (follows) list.scrollTop = list.scrollHeight;
}

/** The events that nothing else led to, as far as known, each with its line; the latest last. */
let top = [];
/** What functions asked of AWS in calls that are not reported yet, by their request ids. */
let asked = new Map();

/** Adds events in the order in which they are reported: a call comes after the events that it led to. */
export function add(events) {
    for (const event of events) {
        // Such a line comes after the answer that it is about, and may come after later events.
        if (event.kind === 'audit') {
            audit.show(list.querySelector(`[data-request="${CSS.escape(event.requestId)}"]`), event);
            continue;
        }
        if (isOfFunction(event)) {
            asked.set(event.requestId, [...asked.get(event.requestId) ?? [], event]);
            if (asked.size > kept) asked.delete(asked.keys().next().value);
            continue;
        }
        let next = null;
        while (top.length > 0 && ledTo(event, top.at(-1).event)) next = top.pop().item;
        const item = line(event);
        list.insertBefore(item, next);
        top.push({ event, item });
    }
    while (list.children.length > kept) list.firstElementChild.remove();
    top = top.slice(-kept);
    empty.hidden = list.children.length > 0;
    showNewest();
}

export function clear() {
    list.replaceChildren();
    [top, asked] = [[], new Map()];
    audit.forget();
    empty.hidden = false;
}

function line(event) {
    const { kind, title, milliseconds } = event;
    const outcome = kind === 'mail' ? mails[event.outcome] : event.outcome;
    const label = kinds[kind]?.(event) ?? kind;
    const summary = element('summary', {},
        element('span', { className: 'kind' }, label),
        element('span', { className: 'title' }, ...identifier(shortened(title))),
        element('span', { className: 'outcome' }, element('span', {}, ...identifier(outcome ?? ''))),
        element('span', { className: 'took' }, duration(milliseconds)));
    const log = element('div', { className: 'log' });
    const details = element('details', {}, summary, log);
    // Filled in only when it is opened, so that a long history stays light.
    details.addEventListener('toggle', () => log.before(content(event)), { once: true });
    details.addEventListener('toggle', () => { if (details.open) details.scrollIntoView({ block: 'nearest' }); });
    const item = element('li', {}, details);
    item.dataset.kind = kind;
    item.dataset.depth = depths[label.split(' ')[0]] ?? 0;
    if (event.requestId && !isOfFunction(event)) {
        item.dataset.request = event.requestId;
        fold(asked.get(event.requestId) ?? [], summary, log);
        asked.delete(event.requestId);
        audit.showEarly(item, event.requestId);
    }
    if (isException(event)) item.querySelector('.outcome > span').className = 'exception';
    return item;
}

/** Puts what a function asked of AWS into the line of its call, with a summary. */
function fold(events, summary, log) {
    if (events.length === 0) return;
    const tables = events.filter(({ kind, title }) => kind === 'aws' && !title.startsWith('SendEmail')).length;
    const sent = events.filter(({ kind }) => kind === 'mail').length;
    const counts = [counted(tables, 'call', ' of DynamoDB'), counted(sent, 'mail')].filter(Boolean).join(', ');
    const unusual = events.filter((event) => event.kind === 'aws' && isException(event))
        .map(({ title, outcome }) => exception(`${title}: ${outcome}`));
    summary.append(element('span', { className: 'folded' }, counts, ...unusual));
    log.append(element('ol', { className: 'calls' }, ...events.map(line)));
}

function counted(number, noun, rest = '') {
    return number === 0 ? '' : `${number} ${noun}${number === 1 ? '' : 's'}${rest}`;
}

/** Leaves out the path that all calls of an API begin with. */
function shortened(title) {
    return title.replace(/ \/v1\/(client\/)?/, ' ');
}

const clock = { hour: '2-digit', minute: '2-digit', second: '2-digit', fractionalSecondDigits: 3, hourCycle: 'h23' };

function content({ time, number, detail: { api, hasSample, session, ...detail } }) {
    // The session's rows get a table of their own.
    if (Array.isArray(session)) delete detail.request?.session;
    return element('div', { className: 'content' },
        element('p', { className: 'when' }, new Date(time).toLocaleTimeString([], clock)),
        Array.isArray(session) ? rows(session) : null,
        element('dl', { className: 'tree' }, ...tree(detail)),
        hasSample
            ? element('a', { href: `/sandbox/events/${number}/sample`, download: '' }, 'Save as sample event')
            : null);
}

/** The rows of the session, on which Define bases its decision. */
function rows(session) {
    if (session.length === 0) return element('p', { className: 'rows' }, 'Session: no rows yet');
    const head = ['Challenge', 'Result', 'Metadata'].map((name) => element('th', { scope: 'col' }, name));
    return element('table', {},
        element('caption', {}, 'Session'),
        element('thead', {}, element('tr', {}, ...head)),
        element('tbody', {}, ...session.map(({ challengeName, challengeResult, challengeMetadata }) =>
            element('tr', {},
                element('td', {}, ...identifier(challengeName)),
                element('td', {}, challengeResult ? '✓ true' : exception('✗ false')),
                // Without the digest of the user, which is long and stands in the line of the audit log.
                element('td', {}, ...identifier((challengeMetadata ?? '–').replace(/ who=\S+$/, '')))))));
}

function duration(milliseconds) {
    // Mail and tokens take no time.
    if (!milliseconds) return '';
    return milliseconds < 10 ? `${milliseconds.toFixed(1)} ms` : `${Math.round(milliseconds)} ms`;
}
