// It defines crypto.getRandomValues, see globals.d.ts.

export {};
