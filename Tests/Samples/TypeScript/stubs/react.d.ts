// From the documentation of React 19: "useState", "useEffect". Only what the sample uses.

export function useState<T>(initial: T): [T, (value: T) => void];
export function useEffect(effect: () => void | (() => void), dependencies?: readonly unknown[]): void;

declare const React: {
    createElement(type: unknown, props?: unknown, ...children: unknown[]): JSX.Element;
};
export default React;
