// A drawing as a file of its own, which brings its styles along: light, or dark where the reader prefers that.

import { svg } from './sequence-drawing.js';

const sheet = 'sequence-drawing.css';

/** The text of the file. */
export function file(drawing) {
    const copy = drawing.cloneNode(true);
    const dark = `@media (prefers-color-scheme: dark) {\n${rules('dark')}\n}`;
    copy.insertBefore(svg('style', {}, `\n${rules('light')}\n${dark}\n`), copy.querySelector('rect'));
    return `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(copy)}\n`;
}

/** The rules of the style sheet, with the theme's values in place of its variables. */
function rules(scheme) {
    const probe = document.createElement('span');
    probe.className = `drawing-probe-${scheme}`;
    document.body.append(probe);
    const values = getComputedStyle(probe);
    const resolved = [...document.styleSheets].find(({ href }) => href?.endsWith(`/${sheet}`)).cssRules;
    const text = [...resolved].filter(({ selectorText }) => !selectorText.includes('probe'))
        .map(({ cssText }) => cssText.replace(/var\((--[\w-]+)\)/g, (_, name) => value(name, probe, values)));
    probe.remove();
    return text.join('\n');
}

/** A variable's value. Colours are computed, because `light-dark` depends on the scheme and is not known everywhere. */
function value(name, probe, values) {
    const text = values.getPropertyValue(name).trim();
    if (!/^(#|light-dark)/.test(text)) return text;
    probe.style.setProperty('color', `var(${name})`);
    return values.color;
}

/** Offers a text as a download. */
export function download(text, name, type) {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([text], { type }));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
