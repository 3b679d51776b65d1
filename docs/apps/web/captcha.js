// The CAPTCHA's widget, here Cloudflare Turnstile's. Widgets of hCaptcha and reCAPTCHA have a render function, too.

import { settings } from './settings.js';

let script;

function load() {
    script ??= new Promise((resolve, reject) => {
        const element = document.createElement('script');
        element.src = settings.captchaScript;
        element.onload = resolve;
        element.onerror = () => {
            script = undefined;
            reject(new Error('The CAPTCHA cannot be loaded'));
        };
        document.head.append(element);
    });
    return script;
}

/** Shows the widget in an element, with the challenge's site key and action; returns the widget's token. */
export async function showCaptcha({ siteKey, action }, element) {
    element.replaceChildren();
    if (settings.sandboxCaptcha) return showSandboxCaptcha(element, action);
    await load();
    return new Promise((callback) => {
        window.turnstile.render(element, { sitekey: siteKey, action, callback });
    });
}

function showSandboxCaptcha(element, action) {
    const button = document.createElement('button');
    button.textContent = "I'm not a robot";
    element.append(button);
    return new Promise((resolve, reject) => {
        button.onclick = async () => {
            try {
                const headers = { 'Content-Type': 'application/json' };
                const body = JSON.stringify({ passes: true, action });
                const response = await fetch(settings.sandboxCaptcha, { method: 'POST', headers, body });
                resolve((await response.json()).answer);
            } catch (error) {
                reject(error);
            }
        };
    });
}
