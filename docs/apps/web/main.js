// The page: shows the view that a step of the sign-in returns, and passes on what the user does.

import { showCaptcha } from './captcha.js';
import { settings } from './settings.js';
import * as steps from './sign-in.js';

/** What the page says for each `why` of a step. */
const words = {
    'no-passkey': 'No passkey was used. You can sign in with an emailed code.',
    'refused': 'That was not accepted. Please try again.',
    'over': 'This sign-in is over. Please start again.',
    'sign-in-again': 'Please sign in again first.',
    'signed-out': 'You are no longer signed in. Please sign in again.',
    'another-user': 'Another account has signed in in another tab.',
    'signed-in-too-long-ago':
        'You signed in too long ago to add a passkey. Sign out, sign in again, and then add it.',
    'no-code': 'No code can be sent to this address. Check it, or ask whoever runs this app.',
    'confirmed': 'Your account is ready. Please sign in.',
    'wrong_code': 'This code is not right, or too old. Please try again.',
    'too_many_wrong_codes': 'Too many wrong codes. Please have a new one mailed.',
    'not-created': 'No passkey was created.',
    'passkey-created': 'Your passkey is ready.',
    'passkey-exists': 'This device already has a passkey for your account.',
    'passkey-renamed': 'The passkey has its new name.',
    'passkey-removed': 'You can no longer sign in with this passkey.',
    'not-proven': 'No passkey was used. To see your passkeys, use one of them, or sign in again.',
    'other-account': 'This passkey belongs to another account.',
    'prove-again': 'To change your passkeys, use one of them once more.',
};

/** What the page says of a failure, by the web client's code or Amplify's name. Others have words of their own. */
const noConnection = 'That did not work. Please check your connection and try again.';
const tooManyAttempts = 'Too many attempts. Please wait a few minutes and try again.';
const failures = {
    NetworkError: noConnection,
    outage: noConnection,
    not_verified: 'This passkey was not accepted. You can sign in with an emailed code.',
    challenge_expired: 'That took too long. Please try again.',
    too_many_requests: tooManyAttempts,
    LimitExceededException: tooManyAttempts,
    TooManyRequestsException: tooManyAttempts,
};

const app = document.getElementById('app');
const message = document.getElementById('message');

/** The steps that forms and buttons name with data-step. A form passes on what was typed. */
const actions = {
    ...steps,
    createAccount: ({ email, password }) => steps.createAccount(email, password || undefined),
    signInByEmail: ({ email, password }) => steps.signInByEmail(email, password || undefined),
    confirmAccount: ({ code }) => steps.confirmAccount(code.trim()),
    answerCode: ({ code }) => steps.answerCode(code.trim()),
    renamePasskey: ({ id, name }) => steps.renamePasskey({ id }, name.trim()),
    removePasskey: ({ id, credentialId }) => steps.removePasskey({ id, credentialId }),
};

/** Takes a step and shows what comes next. After a failure everything stays as it is. */
async function take(step) {
    if (app.hasAttribute('aria-busy')) return;
    app.setAttribute('aria-busy', 'true');
    say('');
    let shown = {};
    try {
        await steps.stopBackground();
        shown = await step();
        present(shown);
    } catch (error) {
        fail(error);
    } finally {
        app.removeAttribute('aria-busy');
    }
    if (shown.view === 'captcha') await solve(shown);
    if (isOpen('start')) await suggest();
    if (isOpen('offer')) await upgrade();
}

/** Offers passkeys in the address field, until the user does something else. */
async function suggest() {
    try {
        const chosen = await steps.suggestPasskeys();
        if (chosen) await take(() => steps.signInWithPasskey(chosen));
    } catch (error) {
        if (error.code !== 'cancelled') fail(error);
    }
}

/** Lets the browser create a passkey without asking. If it does not, the offer stays. */
async function upgrade() {
    try {
        const shown = await steps.createPasskeyQuietly();
        if (isOpen('offer')) present(shown);
    } catch (error) {
        console.error(error);
    }
}

async function solve(captcha) {
    try {
        const token = await showCaptcha(app.querySelector('[data-captcha]'), captcha);
        await take(() => steps.answerCaptcha(token));
    } catch (error) {
        fail(error);
    }
}

function present({ view, why, email, sentTo, passkeys }) {
    for (const code of app.querySelectorAll('[name=code]')) code.value = '';
    say(words[why] ?? '');
    if (view === undefined) return;
    list(passkeys);
    open(view);
    for (const field of app.querySelectorAll('[name=email]')) field.value ||= email ?? '';
    for (const text of app.querySelectorAll('[data-text=email]')) text.textContent = email ?? '';
    for (const text of app.querySelectorAll('[data-text=sentTo]')) text.textContent = sentTo ?? 'your address';
}

/** Shows the user's passkeys, or the button that asks for one of them first. */
function list(passkeys) {
    const template = document.getElementById('passkey');
    app.querySelector('[data-passkeys]').replaceChildren(...(passkeys ?? []).map((passkey) => {
        const item = template.content.cloneNode(true);
        for (const field of item.querySelectorAll('input')) field.value = passkey[field.name];
        return item;
    }));
    app.querySelector('[data-step=showPasskeys]').hidden = !settings.hasPasskeys || settings.tokenMode === 'authsignal'
        || passkeys !== undefined;
}

function isOpen(view) {
    return !app.querySelector(`[data-view=${view}]`).hidden;
}

function open(view) {
    for (const section of app.querySelectorAll('[data-view]')) section.hidden = section.dataset.view !== view;
    // Whoever uses a keyboard or a screen reader goes on in the new view.
    app.querySelector(`[data-view=${view}] :is(input, h1)`).focus();
}

function fail(error) {
    console.error(error); // for the developer, with its code and where it comes from
    const { code, name, message } = error;
    // For a request without an answer, each browser has words of its own.
    const isOutage = /failed to fetch|networkerror|load failed/i.test(message);
    say(failures[code ?? name] ?? (isOutage ? noConnection : `That did not work: ${message}`));
    if (!app.querySelector('[data-view]:not([hidden])')) open('offline');
}

function say(text) {
    message.textContent = text;
    message.hidden = text === '';
}

for (const element of app.querySelectorAll('[data-password-first]')) element.hidden = !settings.passwordFirst;
for (const element of app.querySelectorAll('[data-passkey-first]')) {
    element.hidden = settings.passwordFirst || !settings.hasPasskeys;
}
for (const element of app.querySelectorAll('[data-has-passkeys]')) element.hidden = !settings.hasPasskeys;

app.addEventListener('submit', (event) => {
    event.preventDefault();
    const { step } = (event.submitter ?? event.target).dataset;
    take(() => actions[step](Object.fromEntries(new FormData(event.target))));
});
app.addEventListener('click', ({ target }) => {
    if (target.type === 'button') take(() => actions[target.dataset.step]());
});

let change;

/** Shows who is signed in, if another tab has changed it. Amplify stores several items: this waits for the last. */
function follow() {
    clearTimeout(change);
    change = setTimeout(async () => {
        if (app.hasAttribute('aria-busy')) return follow();
        try {
            if (await steps.userHasChanged() && isOpen('account')) await take(steps.account);
        } catch (error) {
            console.error(error);
        }
    }, 200);
}
addEventListener('storage', follow);

take(steps.resume);
