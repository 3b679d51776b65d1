// Draws a sequence diagram as SVG. The colours come from sequence-drawing.css, which a saved file takes along.

const namespace = 'http://www.w3.org/2000/svg';
/** The distance between two lanes: what fits in the space that there is, within limits. */
const gaps = { least: 104, most: 132 };
const margin = 66;
const top = 62;
const row = 36;
const letter = 7.3;

/** The diagram of lanes and messages, as an element for the page, which has so much space in its width. */
export function draw({ lanes, messages }, title, space) {
    const gap = Math.min(gaps.most, Math.max(gaps.least, Math.floor((space - margin * 2) / (lanes.length - 1))));
    const head = gap - 8;
    const x = (lane) => margin + lanes.indexOf(lane) * gap;
    const height = top + messages.length * row + 20;
    const shapes = messages.map((message, index) => arrow(message, x, top + (index + 1) * row - 10, index));
    const width = Math.max(margin * 2 + (lanes.length - 1) * gap, ...shapes.map(({ right }) => right + 16));
    return svg('svg', {
        class: 'drawing', role: 'img', viewBox: `0 0 ${width} ${height}`, width, height,
        'aria-labelledby': 'drawing-title drawing-words', xmlns: namespace,
    },
        svg('title', { id: 'drawing-title' }, title),
        svg('desc', { id: 'drawing-words' }, words(messages)),
        svg('rect', { class: 'ground', width, height }),
        ...lanes.flatMap((lane) => [
            svg('line', { class: 'lane', x1: x(lane), x2: x(lane), y1: 40, y2: height - 10 }),
            svg('rect', { class: 'head', x: x(lane) - head / 2, y: 10, width: head, height: 30, rx: 8 }),
            svg('text', { class: 'name', x: x(lane), y: 30, ...fitted(lane, head - 12) }, lane),
        ]),
        ...shapes.map(({ shape }) => shape));
}

/** What makes a long name narrower. */
function fitted(name, width) {
    return name.length * letter > width ? { textLength: width, lengthAdjust: 'spacingAndGlyphs' } : {};
}

/** A message as a sentence of the description, for those who cannot see the drawing. */
function words(messages) {
    return messages.map(({ from, to, text, isAnswer }, index) =>
        `${index + 1}. ${from} ${isAnswer ? 'answers' : 'to'} ${to}: ${text}.`).join(' ');
}

function arrow({ from, to, text, kind, isAnswer, isFailure, milliseconds }, x, y) {
    const [start, end] = [x(from), x(to)];
    const towards = end > start ? 1 : -1;
    const left = Math.min(start, end) + 8;
    const label = isAnswer && milliseconds >= 0.5 ? `${text} · ${Math.round(milliseconds)} ms` : text;
    const names = ['message', kind, isAnswer ? 'answer' : '', isFailure ? 'failure' : ''].filter(Boolean);
    const tip = `M${end - towards * 9} ${y - 5}L${end - towards} ${y}L${end - towards * 9} ${y + 5}`;
    const shape = svg('g', { class: names.join(' ') },
        svg('line', { x1: start, x2: end - towards, y1: y, y2: y }),
        svg('path', { d: tip }),
        svg('text', { x: left, y: y - 7 }, label));
    return { shape, right: left + label.length * letter };
}

/** An element of SVG. */
export function svg(name, attributes, ...children) {
    const made = document.createElementNS(namespace, name);
    for (const [key, value] of Object.entries(attributes)) if (key !== 'xmlns') made.setAttribute(key, value);
    made.append(...children);
    return made;
}
