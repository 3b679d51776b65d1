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
 * Returns the code as it was typed or pasted. It may be long, with letters in groups. Its reader forgives case, hyphens,
 * and what was pasted along.
 */
export function typedCode() {
    const code = field().value.trim();
    if ((code.normalize('NFKC').match(/[a-z\p{Nd}]/giu) ?? []).length >= 6) return code;
    reject(field(), 'Type the code from the email.');
    return null;
}

/** The digits of a code alone, as Cognito takes its own codes. Keyboards of other scripts have digits of their own. */
export function digitsOf(code) {
    return (code.match(/\p{Nd}/gu) ?? []).map((digit) => {
        // Each script has its ten digits in a row.
        let zero = digit.codePointAt(0);
        const value = zero;
        while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
        return (value - zero) % 10;
    }).join('') || code;
}
