// What is used of Node, so that no package with all of its types is needed.
declare module 'crypto' {
    export function createHash(algorithm: string): { update(text: string): { digest(encoding: 'hex'): string } };
}
declare module 'fs' {
    export function readFileSync(path: string, encoding: 'utf8'): string;
}
declare module 'path' {
    export function join(...parts: string[]): string;
}
declare const __dirname: string;
