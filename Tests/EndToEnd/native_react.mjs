// Stands in for React, for one tree of function components in a browser: the types of elements that are text name tags.
// It keeps the nodes of the page, as React does, so that nobody who types loses the field.

const hooks = new Map(); // of each component
let current; // the hooks of the component that renders, and the number of the next
let tree;

export function useState(initial) {
    const { own, at } = next();
    if (!(at in own)) own[at] = initial;
    return [own[at], (value) => { own[at] = value; render(); }];
}

/** Only effects without dependencies. */
export function useEffect(effect) {
    const { own, at } = next();
    if (at in own) return;
    own[at] = true;
    queueMicrotask(effect);
}

function next() {
    return { own: current.own, at: current.at++ };
}

function createElement(type, props, ...children) {
    return { type, props: { ...props, children } };
}

export default { createElement };

export function start(component) {
    tree = createElement(component);
    render();
}

function render() {
    place(document.getElementById('root'), [tree]);
}

/** The element of a tag, or the text, that a component comes to. */
function resolved(node) {
    while (typeof node.type === 'function') {
        if (!hooks.has(node.type)) hooks.set(node.type, []);
        current = { own: hooks.get(node.type), at: 0 };
        node = node.type(node.props);
    }
    return node;
}

function place(parent, children) {
    const wanted = children.flat(Infinity).filter((child) => child !== undefined && typeof child !== 'boolean');
    wanted.forEach((child, index) => {
        const node = typeof child === 'string' ? child : resolved(child);
        const name = typeof node === 'string' ? '#text' : node.type;
        let placed = parent.childNodes[index];
        if (placed?.nodeName.toLowerCase() !== name) {
            const made = name === '#text' ? document.createTextNode('') : document.createElement(name);
            if (placed) placed.replaceWith(made); else parent.append(made);
            placed = made;
        }
        if (name === '#text') { placed.data = node; return; }
        const { children: inner = [], ...properties } = node.props;
        for (const [property, value] of Object.entries(properties)) {
            if (placed[property] !== value) placed[property] = value;
        }
        place(placed, [inner]);
    });
    while (parent.childNodes.length > wanted.length) parent.lastChild.remove();
}
