// Who called whom, with what decision: a tree of events as the messages of a sequence diagram.

/** All lanes, from left to right. */
const order = [
    'App', 'Your server', 'Cognito', 'PreSignUp', 'PreAuthentication', 'Define', 'Create', 'Verify',
    'PostAuthentication', 'PostConfirmation', 'PreTokenGeneration', 'OpenID issuer', 'Authenticator',
    'AddAuthenticator', 'CAPTCHA provider', 'DynamoDB', 'Mailbox',
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
        // One row for all calls of tables that tell nothing more.
        const plain = nodes.map(({ event }) => event).filter(isPlain);
        nodes.forEach(({ event, children }) => {
            // The answer of the call says that there are tokens. The mail follows the call that sent it.
            if (event.kind === 'tokens' || isPlain(event) && event !== plain[0] || hasSent(event)) return;
            const { from, to } = ends(event, caller);
            const shared = { kind: event.kind, milliseconds: event.milliseconds };
            const [asked, answered] = [masked(question(event, to)), masked(event.outcome || 'ok')];
            if (event.kind === 'aws') {
                const text = isPlain(event) && plain.length > 1 ? `${plain.length} calls` : `${asked}: ${answered}`;
                found.push({ ...shared, from, to, text, isFailure: event.isFailure });
                return;
            }
            found.push({ ...shared, from, to, text: asked });
            visit(children, to);
            if (event.kind === 'mail') return;
            found.push({ ...shared, from: to, to: from, text: answered, isAnswer: true, isFailure: event.isFailure });
        });
    }
}

/** Whether it is a call of a table whose outcome is the usual one. */
function isPlain({ kind, outcome }) {
    return kind === 'aws' && outcome === 'ok';
}

/** Whether it is a call that sent a mail. */
function hasSent({ kind, title, isFailure }) {
    return kind === 'aws' && sendsMail(title) && !isFailure;
}

/** The lanes between which an event happened. */
function ends({ kind, title, detail }, caller) {
    switch (kind) {
        case 'call': return { from: /^(Admin|GET)/.test(title) ? caller ?? 'Your server' : 'App', to: 'Cognito' };
        case 'trigger': return { from: 'Cognito', to: title.replace(/AuthChallenge(Response)?$/, '') };
        case 'aws': return { from: caller ?? 'Authenticator', to: sendsMail(title) ? 'Mailbox' : 'DynamoDB' };
        case 'mail': return { from: caller ?? 'Authenticator', to: 'Mailbox' };
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
        case 'addAuthenticator': return { from: 'App', to: 'AddAuthenticator' };
        case 'captcha': return { from: caller ?? 'App', to: 'CAPTCHA provider' };
        case 'server': return { from: caller ?? 'Your server', to: 'Authenticator' };
        default: return { from: 'App', to: 'Authenticator' };
    }
}

function question({ kind, title, outcome, detail, requestId }, to) {
    switch (kind) {
        case 'trigger': return to === 'Define' ? rows(detail.session) : questions[to] ?? 'event';
        case 'mail':
            return `${outcome === 'notice' ? 'a notice' : 'a code'}${requestId ? ', by Amazon SES' : ''}`;
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
