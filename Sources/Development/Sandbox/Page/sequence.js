// The sequence diagram of the last sign-in: to look at, and to save.

import { draw } from './sequence-drawing.js';
import { download, file } from './sequence-file.js';
import { send } from './request.js';
import { messages } from './sequence-messages.js';
import { lastSignIn, tree } from './sequence-tree.js';

const dialog = document.getElementById('sequence');
const stage = document.getElementById('sequence-stage');
const scrolls = document.getElementById('sequence-scrolls');
const none = document.getElementById('sequence-none');
const problem = document.getElementById('sequence-problem');
const saveDrawing = document.getElementById('save-svg');
const saveSignIn = document.getElementById('save-sign-in');

/** As many events as the timeline keeps. */
const kept = 500;
let events = [];
/** The number of the shown sign-in's last call of a trigger. */
let number = 0;

/** Takes the events that the timeline shows. A line of the audit log is a message to nobody. */
export function remember(news) {
    events = [...events, ...news.filter(({ kind }) => kind !== 'audit')].slice(-kept);
}

export function forget() {
    events = [];
}

function show() {
    const signIn = lastSignIn(tree(events));
    const isThere = signIn.length > 0;
    stage.hidden = !isThere;
    dialog.showModal();
    stage.replaceChildren(
        ...isThere ? [draw(messages(signIn), 'Sequence diagram of a sign-in', stage.clientWidth)] : []);
    none.hidden = isThere;
    saveDrawing.hidden = !isThere;
    saveSignIn.hidden = !isThere;
    problem.hidden = true;
    number = Math.max(0, ...triggers(signIn));
}

/** Says that there is more than can be seen. */
function sayWhetherItScrolls() {
    scrolls.hidden = stage.scrollWidth <= stage.clientWidth;
}

/** The numbers of a sign-in's calls of triggers. A sign-up is not part of it. */
function triggers(nodes) {
    return nodes.flatMap(({ event, children }) => [
        ...event.kind === 'trigger' && event.title !== 'PreSignUp' ? [event.number] : [], ...triggers(children),
    ]);
}

/** Saves the triggers' events of the sign-in, which the sandbox makes fit for a replay. */
async function downloadSignIn() {
    const answer = await send(`/sandbox/sign-ins/${number}`).catch(() => null);
    problem.hidden = answer?.isOK ?? false;
    problem.textContent = answer?.json?.error ?? 'The sandbox cannot be reached.';
    if (answer?.isOK) download(`${JSON.stringify(answer.json, null, 2)}\n`, 'sign-in.json', 'application/json');
}

new ResizeObserver(sayWhetherItScrolls).observe(stage);
document.getElementById('show-sequence').addEventListener('click', show);
saveSignIn.addEventListener('click', downloadSignIn);
saveDrawing.addEventListener('click', () => download(file(stage.querySelector('svg')), 'sign-in.svg', 'image/svg+xml'));
