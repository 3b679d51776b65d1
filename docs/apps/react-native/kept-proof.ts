// Keeps the proof of a passkey for an app that ends before Cognito has accepted it. Such a proof belongs to no sign-in
// yet, so that the next one may begin with it, once, for MAX_PROOF_AGE seconds. Other proofs end with their sign-in.

import AsyncStorage from '@react-native-async-storage/async-storage';
import { settings } from './settings';

export interface KeptProof {
    /** The result token. */
    token: string;
    userId: string;
    /** In milliseconds since 1970. */
    madeAt: number;
}

const key = 'sign-in.proof';

export async function keepProof(token: string, userId: string): Promise<KeptProof> {
    const proof = { token, userId, madeAt: Date.now() };
    if (settings.maxProofAge > 0) await AsyncStorage.setItem(key, JSON.stringify(proof));
    return proof;
}

/** The proof that an interrupted sign-in has left, unless it is too old. */
export async function keptProof(): Promise<KeptProof | undefined> {
    const text = await AsyncStorage.getItem(key);
    if (text === null) return undefined;
    const proof: KeptProof = JSON.parse(text);
    const age = (Date.now() - proof.madeAt) / 1000;
    if (age >= 0 && age < settings.maxProofAge) return proof;
    await forgetProof();
    return undefined;
}

export async function forgetProof(): Promise<void> {
    await AsyncStorage.removeItem(key);
}
