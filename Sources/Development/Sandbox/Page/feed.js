// The sandbox's events as they happen. One request waits at the server until there is a new event.

import { send } from './request.js';

/**
 * Calls `onEvents` with each batch of events and `onState` with whether the sandbox can be reached; never returns. When
 * the sandbox can be reached again, `onReturn` says whether it is a new one.
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
                // A new sandbox has replaced the previous one.
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
