// Everything that the page remembers: the email address used last, and an account that it created and that is not
// confirmed yet.

const email = 'last-email';
const unconfirmed = 'unconfirmed';

export function lastEmail() {
    return read(email) ?? '';
}

export function remember(address) {
    write(email, address);
}

/** Whether this browser created the account, by name and subject, and nobody has typed its confirmation code yet. */
export function isUnconfirmed(account) {
    return read(unconfirmed) === JSON.stringify(account);
}

/** Remembers an unconfirmed account; without an argument, forgets it. */
export function rememberUnconfirmed(account = null) {
    write(unconfirmed, JSON.stringify(account));
}

function read(key) {
    try { return localStorage.getItem(key); } catch { return null; }
}

function write(key, value) {
    try { localStorage.setItem(key, value); } catch { /* A browser without storage is fine. */ }
}
