// Measures the visible part of the page, or of a shadow root. Returns what is wrong: words with a line break inside, controls that are too
// small for a finger, fields with a text that is no value, and texts and a page that are wider than their place.

const [smallest, root] = arguments;
const seen = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true });

/** Words, apart from values of requests and tokens and from words that are longer than a line. */
function brokenWords() {
    const broken = [];
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const { currentNode: node } = texts;
        if (!seen(node.parentElement) || node.parentElement.closest('option, .tree dd, .events td')) continue;
        for (const { 0: word, index } of node.data.matchAll(/[^\s-]+-?/g)) {
            if (word.length > 40) continue;
            const range = document.createRange();
            range.setStart(node, index);
            range.setEnd(node, index + word.length);
            const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
            if (lines.size > 1) broken.push(word);
        }
    }
    return broken;
}

function smallControls() {
    const controls = [...root.querySelectorAll('button, select, input, summary, a, .choices label')];
    return controls.filter((control) => seen(control) && !control.matches('.choices input')).flatMap((control) => {
        const { width, height } = control.getBoundingClientRect();
        const isSmall = width + 0.5 < smallest || height + 0.5 < smallest;
        return isSmall ? [`${control.tagName} ${control.textContent.trim()}: ${width} × ${height}`] : [];
    });
}

/** Texts that run over what stands beside them. */
function wideTexts() {
    const texts = root.querySelectorAll('button, p, dt, dd, td, .choices, summary, summary > *, label, legend');
    return [...texts].filter((text) => seen(text) && getComputedStyle(text).overflowX === 'visible'
        && text.clientWidth > 0 && text.scrollWidth > text.clientWidth + 1)
        .map((text) => `${text.textContent.trim()}: ${text.scrollWidth - text.clientWidth} pixels too wide`);
}

const placeholders = [...root.querySelectorAll('[placeholder]')].map((field) => field.id);

const { scrollWidth, clientWidth } = document.documentElement;
const overflow = scrollWidth > clientWidth ? [`${scrollWidth - clientWidth} pixels too wide`] : [];

return [...brokenWords(), ...smallControls(), ...wideTexts(), ...placeholders, ...overflow];
