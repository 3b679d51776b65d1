// HTTP calls that send and receive JSON.

/** The server could not be reached, or answered with something that is not JSON. */
export class NetworkError extends Error {}

/** Sends a request and returns the answer's status and JSON. */
export async function send(path, { method = 'GET', headers = {}, body, signal } = {}) {
    try {
        const response = await fetch(path, {
            method, headers, signal, cache: 'no-store', credentials: 'omit',
            body: body === undefined ? undefined : JSON.stringify(body),
        });
        const text = await response.text();
        return { isOK: response.ok, status: response.status, json: text ? JSON.parse(text) : {} };
    } catch (error) {
        if (error.name === 'AbortError') throw error;
        throw new NetworkError(String(error));
    }
}
