// From Expo's documentation, "registerRootComponent". Only what the sample uses.

export function registerRootComponent(component: () => JSX.Element): void;
