// Stands in for react-native-authsignal: Authsignal's browser SDK, which reports as the mobile SDKs do. They throw
// nothing, give codes for what the user did, and remember the passkeys that they saw. `globalThis.device` says which
// code a prompt without an answer has, both on Android and only user_canceled on iOS, and whether it is too old for
// passkeys.

import { Authsignal as BrowserSDK } from '/authsignal-browser.mjs';

export const ErrorCode = {
    user_canceled: 'user_canceled',
    no_credential: 'no_credential',
    matched_excluded_credential: 'matched_excluded_credential',
    token_not_set: 'token_not_set',
    token_required: 'token_required',
    token_invalid: 'token_invalid',
};

const mark = (username) => `native-passkey-${username}`;

async function reported(call) {
    try {
        return await call();
    } catch (error) {
        if (error.name === 'NotAllowedError') return { error: error.message, errorCode: globalThis.device.unanswered };
        const errorCode = error.name === 'InvalidStateError' ? ErrorCode.matched_excluded_credential : 'network_error';
        return { error: error.message, errorCode };
    }
}

export class Authsignal {
    constructor({ tenantID, baseURL }) {
        const sdk = new BrowserSDK({ tenantId: tenantID, baseUrl: baseURL });
        this.setToken = async (token) => sdk.setToken(token);
        this.email = {
            enroll: (input) => reported(() => sdk.email.enroll(input)),
            challenge: () => reported(() => sdk.email.challenge()),
            verify: (input) => reported(() => sdk.email.verify(input)),
        };
        this.passkey = {
            async signIn({ action, token, syncCredentials = false } = {}) {
                const response = await reported(() => sdk.passkey.signIn({ action, token, syncCredentials }));
                if (response.data?.isVerified) localStorage.setItem(mark(response.data.username), 'true');
                return response;
            },
            async signUp({ token, username, ignorePasskeyAlreadyExistsError = false, syncCredentials = false } = {}) {
                const response = await reported(() => sdk.passkey.signUp({ token, username, syncCredentials }));
                const exists = response.errorCode === ErrorCode.matched_excluded_credential;
                if (exists && ignorePasskeyAlreadyExistsError) return { data: {} };
                if (response.data) localStorage.setItem(mark(username), 'true');
                return response;
            },
            isSupported: () => !globalThis.device.isTooOld,
            shouldPromptToCreatePasskey: async ({ username }) => localStorage.getItem(mark(username)) === null,
        };
    }
}
