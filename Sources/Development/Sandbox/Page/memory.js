// All that the page remembers: the email address that was used last, and an account that it has made and not confirmed.

const email = 'last-email';
const unconfirmed = 'unconfirmed';

export function lastEmail() {
    return read(email) ?? '';
}

export function remember(address) {
    write(email, address);
}

/** Whether this browser has made an account with that name for that subject, whose code nobody has typed yet. */
export function isUnconfirmed(account) {
    return read(unconfirmed) === JSON.stringify(account);
}

/** Remembers such an account; nothing to forget it. */
export function rememberUnconfirmed(account = null) {
    write(unconfirmed, JSON.stringify(account));
}

function read(key) {
    try { return localStorage.getItem(key); } catch { return null; }
}

function write(key, value) {
    try { localStorage.setItem(key, value); } catch { /* A browser that keeps nothing is fine. */ }
}
