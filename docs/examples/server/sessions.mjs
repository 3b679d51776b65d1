// The sessions of server.mjs, in memory. Only what holds something has a place here, and each session ends by itself.

import { randomBytes } from 'node:crypto';

/** How long a session lasts, in seconds, and how many there may be: of too many, the oldest ends first. */
const kinds = {
    round: { lifetime: 900, most: 10_000 }, // a sign-in that has begun; Cognito keeps it for 15 minutes at most
    user: { lifetime: 86_400, most: 100_000 }, // a user who is signed in; not longer than the refresh token's lifetime
};

export class Sessions {
    // Apart, so that strangers who begin many sign-ins end no user's session. A map keeps the order.
    #kept = { round: new Map(), user: new Map() };
    #now;

    constructor(now = Date.now) {
        this.#now = now;
    }

    get size() {
        return this.#kept.round.size + this.#kept.user.size;
    }

    /** The session of this name; undefined if there is none, or if it has ended. */
    get(name) {
        for (const kind of Object.keys(kinds)) this.#end(kind);
        return (this.#kept.round.get(name) ?? this.#kept.user.get(name))?.session;
    }

    /** Keeps a session; returns its name, which nobody can know beforehand. */
    add(session) {
        const kind = session.round ? 'round' : 'user';
        const name = randomBytes(32).toString('base64url');
        this.#kept[kind].set(name, { session, end: this.#now() + kinds[kind].lifetime * 1_000 });
        this.#end(kind);
        return name;
    }

    delete(name) {
        for (const sessions of Object.values(this.#kept)) sessions.delete(name);
    }

    /** Ends the oldest sessions of a kind: those whose time is over, and those that are too many. */
    #end(kind) {
        const sessions = this.#kept[kind];
        for (const [name, { end }] of sessions) {
            if (end > this.#now() && sessions.size <= kinds[kind].most) return;
            sessions.delete(name);
        }
    }
}
