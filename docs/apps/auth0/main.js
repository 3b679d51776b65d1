// The page: shows the view that a step of the sign-in returns, and passes on what the user does.

import * as steps from './sign-in.js';

const words = {
    'no-passkey': 'No passkey was used.',
    'not-created': 'No passkey was created or used.',
    'account-exists': 'There is already an account with this email address.',
    'not-confirmed': 'Your account is not confirmed. Create it again where you began, and you get another code.',
    'refused': 'That was not accepted. Please try again, or create your account again.',
    'over': 'That took too long. Please start again.',
    'wrong-code': 'This code is not right, or too old. Please try again.',
    'passkey-created': 'Your passkey is ready.',
};

const app = document.getElementById('app');
const message = document.getElementById('message');

async function take(step) {
    if (app.hasAttribute('aria-busy')) return;
    app.setAttribute('aria-busy', 'true');
    message.hidden = true;
    let why;
    try {
        const shown = await step();
        if (shown.view) show(shown);
        why = words[shown.why];
    } catch (error) {
        why = `That did not work: ${error.message}`;
    }
    message.textContent = why ?? '';
    message.hidden = !why;
    app.removeAttribute('aria-busy');
}

function show({ view, email }) {
    for (const section of app.querySelectorAll('[data-view]')) section.hidden = section.dataset.view !== view;
    app.querySelector('[data-text=email]').textContent = email ?? '';
    app.querySelector(`[data-view=${view}] h1`).focus();
}

for (const button of app.querySelectorAll('button[type=button]')) {
    button.addEventListener('click', () => take(steps[button.dataset.step]));
}
for (const form of app.querySelectorAll('form')) {
    form.addEventListener('submit', (event) => {
        event.preventDefault();
        const [typed] = new FormData(form).values();
        take(() => steps[event.submitter.dataset.step](typed.trim()));
    });
}
take(steps.resume);
