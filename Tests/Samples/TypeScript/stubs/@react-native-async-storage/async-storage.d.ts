// From the documentation of @react-native-async-storage/async-storage 2.2: "API". Only what the sample uses.

declare const AsyncStorage: {
    getItem(key: string): Promise<string | null>;
    setItem(key: string, value: string): Promise<void>;
    removeItem(key: string): Promise<void>;
};
export default AsyncStorage;
