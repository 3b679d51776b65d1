// The signed-in user and the claims of their tokens.

import { element, exception, identifier, tree } from './element.js';
import { showPasskeys } from './passkey-list.js';

const byId = (id) => document.getElementById(id);

const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };

/** Fills in the account view. */
export function showAccount(journey, method, passkeys) {
    const { email, email_verified: isVerified, sub } = journey.idClaims;
    const expires = new Date(journey.idClaims.exp * 1000);
    byId('initial').textContent = email[0].toUpperCase();
    byId('who').replaceChildren(...identifier(email));
    byId('how').textContent = `Signed in with ${method}`;
    byId('facts').replaceChildren(
        ...fact('Email address', isVerified ? 'verified in Cognito' : exception('not verified')),
        ...journey.flow.hasTokens ? fact('Passkeys', passkeys?.length.toString() ?? unlisted(journey)) : [],
        ...fact('Signed in until', expires.toLocaleTimeString([], clock)),
        ...fact('User', element('span', { className: 'identifier' }, sub)));
    byId('show-passkeys').hidden = !journey.mustProvePasskey;
    showPasskeys(passkeys ?? [], journey.canManagePasskeys);
    byId('id-claims').replaceChildren(...tree(journey.idClaims));
    byId('access-claims').replaceChildren(...tree(journey.accessClaims));
}

function unlisted(journey) {
    return journey.mustProvePasskey ? 'listed after one more prompt' : exception('unknown');
}

function fact(name, value) {
    return [element('dt', {}, name), element('dd', {}, value)];
}
