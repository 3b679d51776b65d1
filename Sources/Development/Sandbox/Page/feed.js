// The sandbox's events as they happen: one request waits at the server until there is something new.

import { send } from './request.js';

/**
 * Calls `onEvents` with each batch and `onState` with whether the sandbox can be reached; never ends. Where it goes on
 * after the sandbox could not be reached, `onReturn` says whether there is another one now.
 */
export async function follow({ onEvents, onState, onReturn, onRestart }) {
    let last = 0;
    let isLost = false;
    for (;;) {
        try {
            if (isLost && await onReturn()) last = 0;
            isLost = false;
            const answer = await send(`/sandbox/events?after=${last}`);
            if (!answer.isOK) throw new Error(`status ${answer.status}`);
            onState(true);
            if (answer.json.last < last) {
                // Another sandbox has taken the place of the one before.
                onRestart();
                last = 0;
            } else {
                last = answer.json.last;
                if (answer.json.events.length > 0) onEvents(answer.json.events);
            }
        } catch {
            isLost = true;
            onState(false);
            await new Promise((resolve) => setTimeout(resolve, 2000));
        }
    }
}
