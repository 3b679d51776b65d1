// Who led to what: the timeline's events as a tree, and the last sign-in in it.

/** What only something else leads to. Their times may lie a little too early, on a busy machine. */
const causes = { aws: ['trigger', 'authenticator'], trigger: ['call'] };

/**
 * The events as a tree: calls that nobody else made stand at the top, and `children` holds what they led to. An event
 * is reported after the events that it led to, and began before them.
 */
export function tree(events) {
    const top = [];
    for (const event of [...events].sort((one, other) => one.number - other.number)) {
        const children = [];
        while (top.length > 0 && (top.at(-1).event.started >= event.started || isCause(event, top.at(-1).event))) {
            children.unshift(top.pop());
        }
        top.push({ event, children });
    }
    return top;
}

function isCause(event, { kind }) {
    return causes[kind]?.includes(event.kind) ?? false;
}

const starts = {
    call: /^(SignUp|(Admin)?InitiateAuth)$/,
    // A passkey is tried before the sign-in that it answers.
    authenticator: /^POST \/(v1\/client\/challenge|passkey\/(register|challenge))$/,
};

/**
 * The part of a tree that belongs to the last sign-in, from the sign-up or the passkey that came first to the tokens or
 * the refusal; empty if there is none.
 */
export function lastSignIn(top) {
    let last = [];
    let current = null;
    for (const node of top) {
        if (current === null && begins(node.event)) current = [];
        current?.push(node);
        if (current !== null && ends(node.event)) {
            if (current.some(hasStarted)) last = current;
            current = null;
        }
    }
    return current?.some(hasStarted) ? current : last;
}

function begins({ kind, title, detail }) {
    return starts[kind]?.test(title) && !/^REFRESH_TOKEN/.test(detail.request?.AuthFlow ?? '');
}

function ends({ kind, title, outcome, isFailure }) {
    return kind === 'call' && (outcome === 'tokens' || isFailure && /Auth/.test(title));
}

function hasStarted({ event: { kind, title } }) {
    return kind === 'call' && title.endsWith('InitiateAuth');
}
