// All that the page remembers: the email address that was used last.

const key = 'last-email';

export function lastEmail() {
    try { return localStorage.getItem(key) ?? ''; } catch { return ''; }
}

export function remember(email) {
    try { localStorage.setItem(key, email); } catch { /* A browser that keeps nothing is fine. */ }
}
