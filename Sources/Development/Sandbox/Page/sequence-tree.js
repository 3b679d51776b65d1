// Who led to what: the timeline's events as a tree, and the last sign-in in it.

/** What only something else leads to. Their times may lie a little too early, on a busy machine. */
const causes = { mail: ['call', 'authenticator'], trigger: ['call'] };

/** Whether a function made the call or sent the mail. Its request id then leads to the call of the function. */
export function isOfFunction({ kind, requestId }) {
    return requestId !== undefined && ['aws', 'mail'].includes(kind);
}

/** Whether an event led to an earlier one. An event is reported after the events that it led to, and began before them. */
export function ledTo(event, { kind, started }) {
    return started >= event.started || Boolean(causes[kind]?.includes(event.kind));
}

/** The events as a tree: calls that nobody else made stand at the top, and `children` holds what they led to. */
export function tree(events) {
    const top = [];
    const made = Map.groupBy(events.filter(isOfFunction), ({ requestId }) => requestId);
    for (const event of events.filter((event) => !isOfFunction(event))) {
        const children = (made.get(event.requestId) ?? []).map((call) => ({ event: call, children: [] }));
        while (top.length > 0 && ledTo(event, top.at(-1).event)) children.push(top.pop());
        top.push({ event, children: children.sort(byNumber) });
    }
    return top;
}

function byNumber({ event: one }, { event: other }) {
    return one.number - other.number;
}

const starts = {
    call: /^(SignUp|(Admin)?InitiateAuth)$/,
    // A passkey is tried before the sign-in that it answers.
    authenticator: /^POST \/(v1\/client\/(challenge|passkey\/options)|passkey\/(register|challenge))$/,
};

/**
 * The part of a tree that belongs to the last sign-in, from the sign-up or the passkey that came first to the tokens or
 * the refusal; empty if there is none.
 */
export function lastSignIn(top) {
    let last = [];
    let current = null;
    for (const node of top) {
        // Autofill asks for a passkey again and again.
        const isNew = current === null || node.event.kind === 'authenticator' && !current.some(isCall);
        if (isNew && begins(node.event)) current = [];
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

function isCall({ event: { kind } }) {
    return kind === 'call';
}

function hasStarted({ event: { kind, title } }) {
    return kind === 'call' && title.endsWith('InitiateAuth');
}
