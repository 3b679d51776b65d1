// The sequence diagram of the last sign-in: to look at, and to save.

import { draw } from './sequence-drawing.js';
import { download, file } from './sequence-file.js';
import { messages } from './sequence-messages.js';
import { lastSignIn, tree } from './sequence-tree.js';

const dialog = document.getElementById('sequence');
const stage = document.getElementById('sequence-stage');
const none = document.getElementById('sequence-none');
const save = document.getElementById('save-svg');

/** As many events as the timeline keeps. */
const kept = 500;
let events = [];

/** Takes the events that the timeline shows. */
export function remember(news) {
    events = [...events, ...news].slice(-kept);
}

export function forget() {
    events = [];
}

function show() {
    const signIn = lastSignIn(tree(events));
    const isThere = signIn.length > 0;
    stage.replaceChildren(...isThere ? [draw(messages(signIn), 'Sequence diagram of a sign-in')] : []);
    stage.hidden = !isThere;
    none.hidden = isThere;
    save.hidden = !isThere;
    dialog.showModal();
}

document.getElementById('show-sequence').addEventListener('click', show);
save.addEventListener('click', () => download(file(stage.querySelector('svg')), 'sign-in.svg', 'image/svg+xml'));
