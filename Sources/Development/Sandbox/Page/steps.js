// Lists of steps that are ticked as the timeline shows them: a newcomer's, and those of a connected app.

import { element } from './element.js';
import { Flow } from './flow.js';

const isAccount = ({ kind, title }) => kind === 'call' && title === 'SignUp';
const isPasskey = ({ kind, title, outcome }) => kind === 'authenticator' && outcome === 'verified'
    && title === 'POST /v1/client/user-authenticators/passkey';
const isAnswer = (method) => ({ kind, detail }) => kind === 'audit' && detail.audit === 'answer_right'
    && detail.method === method;

/** Each step has its words, what shows that it is done, and whether the flow in force has it. */
const always = () => true;
const hasPasskeys = ({ hasTokens, isOpenID }) => hasTokens && !isOpenID;
const lists = {
    'first-steps': [
        ['Create an account.', isAccount, hasPasskeys],
        ['Click the code in the mailbox, and continue.', ({ kind }) => kind === 'tokens', hasPasskeys],
        ['Create a passkey.', isPasskey, hasPasskeys],
    ],
    'app-steps': [
        ['A new account', isAccount, always],
        ['A sign-in with a code', isAnswer('EMAIL_OTP'), ({ isOpenID }) => !isOpenID],
        ['A new passkey', isPasskey, hasPasskeys],
        // This page asks for them by itself.
        ['Passkeys are asked for without a name, as autofill does', ({ title, detail }) =>
            title === 'POST /v1/client/passkey/options' && detail.origin !== location.origin, hasPasskeys],
        ['A sign-in with a passkey', isAnswer('PASSKEY'), hasPasskeys],
        ['A back end gets the pool’s keys to verify tokens', ({ kind, title }) => kind === 'call'
            && title === 'GET jwks.json', always],
    ],
};

/** The steps that are done, and those that are shown, each with its item. */
const done = new Set();
let shown = [];

/** Shows the steps of the settings in force. */
export function present({ flow, tokenMode }) {
    const now = new Flow(flow, tokenMode);
    shown = Object.entries(lists).flatMap(([id, steps]) => {
        const list = document.getElementById(id);
        const items = steps.filter(([, , isOfFlow]) => isOfFlow(now)).map((step) => [step, element('li', {}, step[0])]);
        list.replaceChildren(...items.map(([, item]) => item));
        list.hidden = items.length === 0;
        return items;
    });
    tick();
}

/** Ticks what the events show. */
export function see(events) {
    for (const step of Object.values(lists).flat()) {
        if (events.some((event) => !event.isFailure && step[1](event))) done.add(step);
    }
    tick();
}

export function forget() {
    done.clear();
}

function tick() {
    for (const [step, item] of shown) {
        if (!done.has(step) || item.className === 'done') continue;
        item.className = 'done';
        item.append(element('span', { className: 'unseen' }, ' (done)'));
    }
}
