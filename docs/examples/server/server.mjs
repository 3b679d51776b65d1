// An example: a server that signs the users of its page in, and keeps Cognito's tokens to itself.
//
// A browser calls it with JSON, and has no more than a cookie. In Next.js, each step is a route handler. Put your
// session store in place of sessions.mjs, and https in front: browsers take the cookie from https only, and because of
// its prefix from this host alone.
//
// Start it with `node server.mjs` and the variables of sign-in.mjs. Accounts and passkeys are made elsewhere: in the
// page by the web client, or by docs/api.md.

import { createServer } from 'node:http';
import { Sessions } from './sessions.mjs';
import * as signIn from './sign-in.mjs';

const { Refused } = signIn;
const sessions = new Sessions();
const cookie = '__Host-session';
const longestBody = 65_536;
/** What a session must hold for a step. */
const needs = { '/code': 'round', '/refresh': 'RefreshToken', '/account': 'AccessToken', '/sign-out': 'RefreshToken' };

/** Each step takes the browser's session, body and address. It returns the answer and perhaps another session. */
const steps = {
    '/sign-in': async (_, { email }, caller) => {
        const round = await signIn.begin(email, caller);
        await signIn.sendCode(round, email, caller);
        return [{ signedIn: false }, { round }];
    },
    '/code': async ({ round }, { code }, caller) => {
        const judged = await signIn.proveCode(round, code, caller);
        if (!judged.isVerified) return [{ signedIn: false, why: judged.failureReason }]; // the sign-in goes on
        return answer(round, judged.accessToken, caller);
    },
    '/passkey': async (_, { challengeId, credential }, caller) => {
        if (!credential) return [await signIn.passkeyOptions(caller)];
        const user = signIn.userOf(credential);
        if (user) {
            const assertion = JSON.stringify({ challengeId, authenticationCredential: credential });
            return answer(await signIn.begin(user, caller), assertion, caller);
        }
        const judged = await signIn.provePasskey(challengeId, credential, caller);
        if (!judged.isVerified) return [{ signedIn: false, why: 'no_passkey' }];
        return answer(await signIn.begin(judged.userId, caller), judged.accessToken, caller);
    },
    '/refresh': async (session, _, caller) => {
        Object.assign(session, await signIn.refresh(session.RefreshToken, session.name, caller));
        return [{ expiresIn: session.ExpiresIn }];
    },
    '/account': async ({ AccessToken }) => {
        const user = await signIn.cognito('GetUser', { AccessToken });
        return [Object.fromEntries(user.UserAttributes.map(({ Name, Value }) => [Name, Value]))];
    },
    '/sign-out': async ({ RefreshToken }) => {
        // The browser is signed out in any case. In an outage only Cognito's session lives on, without its tokens.
        await signIn.revoke(RefreshToken).catch((error) => console.error('/sign-out', error));
        return [{}, {}];
    },
};

async function answer(round, proof, caller) {
    const answered = await signIn.answer(round, proof, caller);
    // A wrong answer is no error: the next round comes.
    if (!answered.AuthenticationResult) return [{ signedIn: false, why: 'refused' }, { round: answered }];
    const tokens = answered.AuthenticationResult;
    const { Username: name } = await signIn.cognito('GetUser', { AccessToken: tokens.AccessToken });
    return [{ signedIn: true }, { ...tokens, name }];
}

async function bodyOf(request) {
    // Forms of other pages cannot send this type.
    if (request.headers['content-type'] !== 'application/json') throw new Refused(400, 'invalid_request');
    let text = '';
    for await (const part of request.setEncoding('utf8')) {
        text += part;
        if (text.length > longestBody) throw new Refused(400, 'invalid_request');
    }
    return JSON.parse(text);
}

/** The status for what a step threw, and a word for the page. */
function failure(error) {
    if (error instanceof Refused) return [error.status, error.code];
    const isOutage = error.name === 'TimeoutError' || error.message === 'fetch failed';
    return isOutage ? [503, 'service_unavailable'] : [400, 'invalid_request'];
}

const server = createServer(async (request, response) => {
    const name = new RegExp(`(?:^|; )${cookie}=([^;]*)`).exec(request.headers.cookie ?? '')?.[1];
    const session = sessions.get(name) ?? {};
    let [status, body, next] = [200, undefined, session];
    try {
        const step = request.method === 'POST' && Object.hasOwn(steps, request.url) && steps[request.url];
        if (!step) throw new Refused(404, 'not_found');
        if (needs[request.url] && !session[needs[request.url]]) throw new Refused(401, 'no_session');
        // Behind a proxy of yours, take the address that it names, and never one that a caller can name.
        const caller = { address: request.socket.remoteAddress, port: request.socket.remotePort };
        [body, next = session] = await step(session, await bodyOf(request), caller);
    } catch (error) {
        console.error(request.url, error); // with its cause, which the page does not learn
        const [code, word] = failure(error);
        [status, body] = [code, { error: word }];
    }
    response.setHeader('Content-Type', 'application/json');
    // Another session gets another name: nobody can name that of a user beforehand. An empty one is kept nowhere.
    if (next !== session) {
        sessions.delete(name);
        const value = Object.keys(next).length > 0 ? sessions.add(next) : '; Max-Age=0';
        response.setHeader('Set-Cookie', `${cookie}=${value}; Path=/; HttpOnly; Secure; SameSite=Strict`);
    }
    response.writeHead(status).end(JSON.stringify(body));
});

server.listen(Number(process.env.PORT ?? 3000), '127.0.0.1', () => {
    console.log(`http://127.0.0.1:${server.address().port}`);
});
