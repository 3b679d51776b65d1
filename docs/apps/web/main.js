// A web app with <passkey-sign-in>: what differs from app to app is in settings.js.

import 'cognito-passkeys-web/element';
import { showCaptcha } from './captcha.js';
import { settings } from './settings.js';

const { cognito, authenticator, action, tokenMode, passwordFirst, hasPasskeys } = settings;
const signIn = document.createElement('passkey-sign-in');
const attributes = {
    'user-pool-id': cognito.userPoolId,
    'client-id': cognito.userPoolClientId,
    'endpoint': cognito.userPoolEndpoint,
    'base-url': authenticator.baseUrl,
    'tenant-id': authenticator.tenantId,
    'add-authenticator-url': settings.addAuthenticatorUrl,
    'flow': `${passwordFirst ? 'PASSWORD,' : ''}${hasPasskeys ? 'RESULT_TOKEN' : 'EMAIL_OTP'}`,
    'keep': 'browser', // all tabs share the session, and a reload keeps it
    action,
};
for (const [name, value] of Object.entries(attributes)) if (value) signIn.setAttribute(name, value);
signIn.captcha = showCaptcha; // for flows with a CAPTCHA
if (tokenMode === 'authsignal') { // Authsignal's SDK in place of the web client
    const { AuthsignalSDK } = await import('./authsignal.js');
    signIn.authenticator = new AuthsignalSDK(authenticator, action);
}

const app = document.getElementById('app');
signIn.addEventListener('signed-in', ({ detail: { claims } }) => {
    // For calls of your back end, (await signIn.getTokens()).accessToken is a fresh token.
    document.getElementById('who').textContent = claims.email;
    app.hidden = false;
});
signIn.addEventListener('signed-out', () => { app.hidden = true; });
document.querySelector('main').append(signIn);
