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
export async function showCaptcha(element, { siteKey, action }) {
    await load();
    element.replaceChildren();
    return new Promise((callback) => {
        window.turnstile.render(element, { sitekey: siteKey, action, callback });
    });
}
