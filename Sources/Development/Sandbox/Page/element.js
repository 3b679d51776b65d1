// Creates elements in one expression. Text stays text: nothing here parses HTML.

/** Creates an element with attributes (or properties) and children. */
export function element(name, attributes = {}, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
        if (key in made) made[key] = value; else made.setAttribute(key, value);
    }
    made.append(...children.filter((child) => child !== null && child !== undefined));
    return made;
}

/** A text that stands out because it is not what one hopes for. */
export function exception(text) {
    return element('span', { className: 'exception' }, text);
}

/** Where a line may break in a name: after punctuation, and between lowercase and uppercase letters. */
const joints = /(?<=[_/.,|])(?!$)|(?<=[a-z])(?=[A-Z])/;

/**
 * A name, such as that of an API call, whose line breaks only between its words. An email address in a text stays whole;
 * if it is longer than the line, it breaks before its @.
 */
export function identifier(text) {
    if (!text.includes('@')) return breakable(text, joints);
    return text.split(/(\S+@\S+)/).map((piece) => piece.includes('@')
        ? element('span', { className: 'address' }, ...breakable(piece, /(?=@)/)) : piece);
}

/** A text in which the browser prefers to break the line at the given places. A hyphenated word is kept in one line. */
function breakable(text, places) {
    return text.split(places).flatMap((part, index) => [
        ...index === 0 ? [] : [element('wbr')],
        // A longer one is an identifier.
        ...part.split(/(\S+-\S+)/).map((piece) => /\S-\S/.test(piece) && piece.length < 25
            ? element('span', { className: 'whole' }, piece) : piece),
    ]);
}

/** A JSON value as rows of names and values. Nested objects and arrays are indented. */
export function tree(value) {
    return Object.entries(value).flatMap(([name, member]) => [
        element('dt', {}, ...identifier(name)),
        isNested(member)
            ? element('dd', { className: 'nested' }, element('dl', { className: 'tree' }, ...tree(member)))
            : element('dd', {}, ...identifier(text(member))),
    ]);
}

function isNested(value) {
    return value !== null && typeof value === 'object' && Object.keys(value).length > 0;
}

function text(value) {
    if (value === null) return 'null';
    if (typeof value === 'object') return Array.isArray(value) ? 'none' : 'empty';
    return String(value);
}
