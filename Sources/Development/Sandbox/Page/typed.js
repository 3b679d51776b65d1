// What the user typed into the fields of the view. The result is null if it cannot be used; the user is then told why.

import { remember } from './memory.js';
import { field, passwordField, reject } from './views.js';

/** Returns the address. If the flow has a password, hands it to the journey. */
export function typedCredentials(journey) {
    const email = typedEmail();
    const password = passwordField();
    if (email === null || password === null) return email;
    journey.password = password.value;
    if (password.value !== '') return email;
    reject(password, 'Type your password.');
    return null;
}

function typedEmail() {
    const input = field();
    const email = input.value.trim();
    if (email !== '' && input.validity.valid) {
        remember(email);
        return email;
    }
    reject(input, email === '' ? 'Type your email address first.' : 'This does not look like an email address.');
    return null;
}

/**
 * Returns the code without spaces. A code may be long, with letters in groups. Whoever checks it forgives case and
 * hyphens.
 */
export function typedCode() {
    const code = field().value.replace(/\s/g, '');
    if (/^[\da-z-]{4,}$/i.test(code)) return code;
    reject(field(), 'Type the code from the email.');
    return null;
}
