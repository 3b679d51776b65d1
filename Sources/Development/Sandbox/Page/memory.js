// Everything that the page remembers: the email address used last, an account that it created and that is not confirmed
// yet, and until the tab is closed, who is signed in.

const email = 'last-email';
const unconfirmed = 'unconfirmed';
const signedIn = 'signed-in';

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

/** Who is signed in to the pool in this tab: the tokens, and by what method; undefined if nobody is. */
export function session(pool) {
    const kept = JSON.parse(read(signedIn, sessionStorage));
    return kept?.pool === pool ? kept : undefined;
}

/** Remembers who is signed in; without an argument, forgets it. */
export function rememberSession(kept = null) {
    write(signedIn, JSON.stringify(kept), sessionStorage);
}

function read(key, area = localStorage) {
    try { return area.getItem(key); } catch { return null; }
}

function write(key, value, area = localStorage) {
    try { area.setItem(key, value); } catch { /* A browser without storage is fine. */ }
}
