// Who called whom, with what decision: a tree of events as the messages of a sequence diagram.

/** All lanes, from left to right. */
const order = [
    'App', 'Your server', 'Cognito', 'PreSignUp', 'PreAuthentication', 'Define', 'Create', 'Verify',
    'PostAuthentication', 'PostConfirmation', 'PreTokenGeneration', 'OpenID issuer', 'Authenticator',
    'CAPTCHA provider', 'DynamoDB', 'Amazon SES', 'Mailbox',
];

const questions = {
    PreSignUp: 'confirm this account?', Create: 'make a challenge', Verify: 'is this answer right?',
    PreTokenGeneration: 'change the tokens?',
};

/** The lanes that take part, and the messages between them in order. */
export function messages(top) {
    const found = [];
    visit(top, null);
    const used = new Set(found.flatMap(({ from, to }) => [from, to]));
    return { lanes: order.filter((lane) => used.has(lane)), messages: found };

    function visit(nodes, caller) {
        nodes.forEach(({ event, children }, index) => {
            // The answer of the call says that there are tokens.
            if (event.kind === 'tokens') return;
            const { from, to } = ends(event, caller, nodes[index - 1]?.event);
            const shared = { kind: event.kind, milliseconds: event.milliseconds };
            const [asked, answered] = [masked(question(event, to)), masked(event.outcome || 'ok')];
            if (event.kind === 'aws') {
                // One row each, because there are many.
                found.push({ ...shared, from, to, text: `${asked}: ${answered}`, isFailure: event.isFailure });
                return;
            }
            found.push({ ...shared, from, to, text: asked });
            visit(children, to);
            if (event.kind === 'mail') return;
            found.push({ ...shared, from: to, to: from, text: answered, isAnswer: true, isFailure: event.isFailure });
        });
    }
}

/** The lanes between which an event happened; `before` is the event beside it that came before. */
function ends({ kind, title, detail }, caller, before) {
    switch (kind) {
        case 'call': return { from: title.startsWith('Admin') ? caller ?? 'Your server' : 'App', to: 'Cognito' };
        case 'trigger': return { from: 'Cognito', to: title.replace(/AuthChallenge(Response)?$/, '') };
        case 'aws': return { from: caller ?? 'Authenticator', to: sendsMail(title) ? 'Amazon SES' : 'DynamoDB' };
        case 'mail':
            return { from: before && sendsMail(before.title) ? 'Amazon SES' : caller ?? 'Authenticator', to: 'Mailbox' };
        default: return service(detail.api, caller);
    }
}

function sendsMail(title) {
    return title.startsWith('SendEmail');
}

function service(api, caller) {
    switch (api) {
        case 'issuer': return { from: 'App', to: 'OpenID issuer' };
        case 'keys': return { from: caller ?? 'App', to: 'OpenID issuer' };
        case 'captcha': return { from: caller ?? 'App', to: 'CAPTCHA provider' };
        case 'server': return { from: caller ?? 'Your server', to: 'Authenticator' };
        default: return { from: 'App', to: 'Authenticator' };
    }
}

function question({ kind, title, outcome, detail }, to) {
    switch (kind) {
        case 'trigger': return to === 'Define' ? rows(detail.session) : questions[to] ?? 'event';
        case 'mail': return outcome === 'notice' ? 'a notice' : 'a code';
        default: return title.replace(/ \/v1\/(client\/)?/, ' ');
    }
}

/** What Define sees of the session. */
function rows(session) {
    if (!session?.length) return 'what next? no rows yet';
    return `what next? ${session.map(({ challengeResult }) => challengeResult ? '✓' : '✗').join(' ')}`;
}

const hidden = '•••';

/** Hides what may name a person or stand for a secret. The timeline has already hidden the secrets that it knows. */
function masked(text) {
    return text
        .replace(/[^\s/]+(@|%40)[^\s/]+/gi, hidden)
        .replace(/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi, hidden)
        .replace(/\b(?=[\w-]*\d)[\w-]{20,}\b/g, hidden);
}
