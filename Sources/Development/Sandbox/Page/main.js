// Puts the page together.

import { start } from './app.js';
import * as connect from './connect.js';
import { follow } from './feed.js';
import * as mailbox from './mailbox.js';
import { complain, say, unreachable, withdraw } from './message.js';
import { send } from './request.js';
import * as sequence from './sequence.js';
import * as settings from './settings.js';
import * as steps from './steps.js';
import { offerThemes } from './theme.js';
import * as timeline from './timeline.js';

const offline = document.getElementById('offline');

/** The number of the last event that was cleared. Earlier events may still arrive and are ignored. */
let cleared = 0;

function clear() {
    timeline.clear();
    mailbox.clear();
    sequence.forget();
}

/** The settings in force. */
let known = null;

function onSettings(now, text = '') {
    settings.present(now ?? known, onSettings);
    connect.present(now ?? known);
    if (now === null) return complain(text);
    known = now;
    steps.present(now);
    start(now);
    say(`The functions restart with these settings. ${text}`.trim());
}

/** Reads the settings. The page can do nothing without them, so it keeps trying. */
async function begin(isReload = true) {
    try {
        known = await settings.read();
        settings.present(known, onSettings);
        connect.present(known);
        steps.present(known);
        start(known, isReload);
        onState(true);
    } catch {
        onState(false);
        setTimeout(begin, 2000, isReload);
    }
}

/** Starts again if the sandbox has come back with other settings; throws if it cannot be reached. */
async function onReturn() {
    const now = await settings.read();
    onState(true);
    if (known === null || JSON.stringify(now) === JSON.stringify(known)) return false;
    onRestart();
    return true;
}

function onRestart() {
    cleared = 0;
    steps.forget();
    clear();
    begin(false);
}

function onState(isReachable) {
    if (isReachable) withdraw(unreachable);
    offline.hidden = isReachable;
    if (!isReachable && offline.textContent === '') {
        offline.textContent = 'The sandbox cannot be reached. Is it still running? This page keeps trying.';
    }
}

function onEvents(events) {
    const news = events.filter(({ number }) => number > cleared);
    if (news.length === 0) return;
    timeline.add(news);
    sequence.remember(news);
    steps.see(news);
    for (const event of news) {
        if (event.kind === 'mail') mailbox.receive(event);
        if (event.kind === 'audit') mailbox.explain(event);
    }
}

document.getElementById('clear').addEventListener('click', async () => {
    const answer = await send('/sandbox/events', { method: 'DELETE' }).catch(() => onState(false));
    cleared = answer?.json.last ?? cleared;
    clear();
});

offerThemes();
begin();
follow({ onEvents, onState, onReturn, onRestart });
