// What React Native 0.82 and react-native-get-random-values 1.11 define globally, from their documentation:
// "Networking" and the README. The namespace JSX is how TypeScript's handbook says that components are checked.

declare function fetch(url: string, options?: {
    method?: string; headers?: Record<string, string>; body?: string;
}): Promise<{ ok: boolean; status: number; json(): Promise<any> }>;

declare const crypto: { getRandomValues(array: Uint8Array): Uint8Array };

declare const console: { warn(...values: unknown[]): void };

declare function encodeURIComponent(text: string): string;

declare namespace JSX {
    interface Element { readonly type: unknown }
    interface ElementClass { readonly props: {} }
    interface ElementAttributesProperty { props: {} }
    interface ElementChildrenAttribute { children: {} }
    interface IntrinsicElements { [name: string]: never }
}
