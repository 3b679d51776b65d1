// Lists the texts of the page, or of a shadow root, whose contrast is below 4.5 to 1 (WCAG 2.2, 1.4.3), with their ratio.

const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });

function rgba(colour) {
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = colour;
    context.fillRect(0, 0, 1, 1);
    return [...context.getImageData(0, 0, 1, 1).data];
}

function luminance([red, green, blue]) {
    const [r, g, b] = [red, green, blue].map((value) => value / 255)
        .map((value) => value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function ground(element) {
    for (let one = element; one; one = one.parentElement ?? one.getRootNode().host) {
        const colour = rgba(getComputedStyle(one).backgroundColor);
        if (colour[3] === 255) return colour;
    }
    return [255, 255, 255, 255];
}

const [root] = arguments;
const poor = [];
const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
while (texts.nextNode()) {
    const { parentElement: element, textContent: text } = texts.currentNode;
    if (!text.trim() || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const [one, other] = [rgba(getComputedStyle(element).color), ground(element)].map(luminance);
    const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    if (ratio < 4.5) poor.push(`${text.trim().slice(0, 40)}: ${ratio.toFixed(2)}`);
}
return poor;
