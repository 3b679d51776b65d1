// The browser's storage. A browser that forbids it is fine.

/** An area by its name, such as `localStorage`; undefined where it is forbidden. */
export function stored(area) {
    try { return globalThis[area]; } catch { return undefined; }
}
