// The list of the signed-in user's passkeys, and the form in it that names one of them.

import { element } from './element.js';
import { ask, reject, withdraw } from './views.js';

const list = document.getElementById('passkeys');

const noName = 'Type a name.';

const day = { dateStyle: 'medium' };

/** Fills the list in. Each passkey has the buttons that change it, if the user can change any. */
export function showPasskeys(passkeys, canManage) {
    list.replaceChildren(...passkeys.map((passkey, index) => entry(passkey, index, canManage)));
}

/** A passkey. One without a name gets a number. */
function entry({ id, name, createdAt }, index, canManage) {
    const title = name || `Passkey ${index + 1}`;
    const made = createdAt ? element('small', {}, `created ${new Date(createdAt).toLocaleDateString([], day)}`) : null;
    const actions = !canManage ? null : element('span', { className: 'actions' },
        button('rename-passkey', 'Rename', id, title), button('remove-passkey', 'Remove', id, title));
    return element('li', { 'data-title': title },
        element('span', { className: 'label' }, element('span', {}, title), made), actions);
}

function button(action, text, id, title) {
    const attributes = { type: 'button', className: 'link', value: id, 'data-do': action };
    return element('button', { ...attributes, 'aria-label': `${text} ${title}` }, text);
}

/** Opens the name form in place of a passkey's entry. Only one such form is open at a time. */
export function openRename(id) {
    closeRename();
    const item = itemOf(id);
    const field = element('input', {
        id: 'passkey-name', name: 'passkey-name', maxLength: 60, autocomplete: 'off', value: item.dataset.title,
    });
    const form = element('form', { className: 'rename', noValidate: true, 'data-submit': 'save-name' },
        element('label', { htmlFor: 'passkey-name' }, 'Name of this passkey'), field,
        element('button', { type: 'submit', className: 'primary' }, 'Save'),
        element('button', { type: 'button', className: 'secondary', 'data-do': 'cancel-rename' }, 'Cancel'));
    form.dataset.id = id;
    form.addEventListener('keydown', (event) => {
        // While an input method composes a character, Escape belongs to it.
        if (event.key === 'Escape' && !event.isComposing) closeRename();
    });
    showParts(item, false);
    item.append(form);
    field.focus();
    field.select();
}

/** Whether the user still wants to remove a passkey, when asked. */
export async function confirmsRemoval(id) {
    document.getElementById('removal-title').textContent = `Remove ${itemOf(id).dataset.title}?`;
    return await ask(document.getElementById('removal')) === 'remove';
}

/** Closes the form if one is open. The focus returns to the button that opened it. */
export function closeRename() {
    const form = list.querySelector('form');
    if (form === null) return;
    const { id } = form.dataset;
    withdraw(noName);
    form.remove();
    showParts(itemOf(id), true);
    focusOnPasskey(id);
}

/** Puts the focus on a passkey's rename button. */
export function focusOnPasskey(id) {
    renameButton(id)?.focus();
}

/** The new name in the form. Null if it is empty (the user has been told) or unchanged (the form has been closed). */
export function typedName(form) {
    const input = form.querySelector('input');
    const name = input.value.trim();
    if (name === '') {
        reject(input, noName);
        return null;
    }
    if (name !== form.closest('li').dataset.title) return name;
    closeRename();
    return null;
}

function showParts(item, areShown) {
    for (const part of item.querySelectorAll('.label, .actions')) part.hidden = !areShown;
}

function itemOf(id) {
    return renameButton(id).closest('li');
}

function renameButton(id) {
    return [...list.querySelectorAll('[data-do="rename-passkey"]')].find(({ value }) => value === id);
}
