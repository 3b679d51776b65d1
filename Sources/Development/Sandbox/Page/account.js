// What the tokens of the signed-in user say.

import { claims } from './claims.js';
import { element, exception, tree } from './element.js';

const byId = (id) => document.getElementById(id);

const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };

/** Shows the claims of the tokens; without tokens, nothing. */
export function showAccount(tokens) {
    byId('account').hidden = !tokens;
    if (!tokens) return;
    const user = claims(tokens.idToken);
    const expires = new Date(user.exp * 1000);
    byId('facts').replaceChildren(
        ...fact('Email address', user.email_verified ? 'verified in Cognito' : exception('not verified')),
        ...fact('Signed in until', expires.toLocaleTimeString([], clock)),
        ...fact('User', element('span', { className: 'identifier' }, user.sub)));
    byId('id-claims').replaceChildren(...tree(user));
    byId('access-claims').replaceChildren(...tree(claims(tokens.accessToken)));
}

function fact(name, value) {
    return [element('dt', {}, name), element('dd', {}, value)];
}
