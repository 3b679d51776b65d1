// Light or dark: follows the system until the user presses the button.

const button = document.getElementById('theme');
const system = matchMedia('(prefers-color-scheme: dark)');

const isDark = () => (document.documentElement.dataset.theme ?? (system.matches ? 'dark' : 'light')) === 'dark';

function label() {
    button.textContent = isDark() ? 'Light' : 'Dark';
    button.setAttribute('aria-label', `Use ${isDark() ? 'light' : 'dark'} colours`);
}

/** Makes the button work. */
export function offerThemes() {
    button.addEventListener('click', () => {
        document.documentElement.dataset.theme = isDark() ? 'light' : 'dark';
        label();
    });
    system.addEventListener('change', label);
    label();
}
