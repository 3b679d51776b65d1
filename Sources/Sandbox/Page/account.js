// Who is signed in, and what their tokens say.

import { breakable, element, tree } from './element.js';

const byId = (id) => document.getElementById(id);

const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };
const day = { dateStyle: 'medium', timeStyle: 'short' };

/** Fills in the account view. */
export function showAccount(journey, method, passkeys) {
    const { email, email_verified: isVerified, sub } = journey.idClaims;
    const expires = new Date(journey.idClaims.exp * 1000);
    byId('initial').textContent = email[0].toUpperCase();
    byId('who').replaceChildren(...breakable(email, /(?=@)/));
    byId('how').textContent = `Signed in with ${method}`;
    byId('facts').replaceChildren(
        ...fact('Email address', isVerified ? 'verified in Cognito' : 'not verified'),
        ...journey.flow.hasTokens ? fact('Passkeys', passkeys === null ? 'not known' : String(passkeys.length)) : [],
        ...fact('Signed in until', expires.toLocaleTimeString([], clock)),
        ...fact('User', sub));
    byId('passkeys').replaceChildren(...(passkeys ?? []).map(entry));
    byId('id-claims').replaceChildren(...tree(journey.idClaims));
    byId('access-claims').replaceChildren(...tree(journey.accessClaims));
}

/** A passkey of the list, with what takes it away. The authenticator has no call that gives it another name. */
function entry({ id, name, createdAt, isKept }, index) {
    const made = createdAt ? `, made ${new Date(createdAt).toLocaleString([], day)}` : '';
    const title = `${name} ${index + 1}`;
    const label = element('span', {}, title + made);
    if (isKept) return element('li', {}, label);
    const attributes = { type: 'button', className: 'link', value: id, 'data-do': 'remove-passkey' };
    return element('li', {}, label, element('button', { ...attributes, 'aria-label': `Remove ${title}` }, 'Remove'));
}

function fact(name, value) {
    return [element('dt', {}, name), element('dd', {}, value)];
}
