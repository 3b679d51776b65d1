import Foundation
import Security

/// The proof of a passkey, kept for an app that ends before Cognito has accepted it. Such a proof belongs to no sign-in
/// yet, so that the next one may begin with it, once, for MAX_PROOF_AGE seconds. Other proofs end with their sign-in.
struct KeptProof: Codable {
    /// The result token.
    let token: String
    let userID: String
    let madeAt: Date

    /// Its place in the keychain.
    private static var place: [String: Any] {
        [
            kSecClass as String: kSecClassGenericPassword as String,
            kSecAttrService as String: "sign-in.proof",
            kSecAttrAccount as String: "passkey",
        ]
    }

    /// Keeps the proof on this device alone, where it can be read only while the device is unlocked. If the keychain
    /// refuses it, the next start asks for the passkey again.
    func keep() throws {
        guard Settings.maxProofAge > 0 else { return }
        Self.forget()
        var item = Self.place
        item[kSecAttrAccessible as String] = kSecAttrAccessibleWhenUnlockedThisDeviceOnly as String
        item[kSecValueData as String] = try JSONEncoder().encode(self)
        _ = SecItemAdd(NSDictionary(dictionary: item) as CFDictionary, nil)
    }

    /// The proof that an interrupted sign-in has left, unless it is too old.
    static func kept() -> KeptProof? {
        var query = place
        query[kSecReturnData as String] = true
        var found: CFTypeRef?
        guard SecItemCopyMatching(NSDictionary(dictionary: query) as CFDictionary, &found) == errSecSuccess,
            let data = found as? NSData,
            let proof = try? JSONDecoder().decode(KeptProof.self, from: Data(referencing: data))
        else { return nil }
        let age = Date().timeIntervalSince(proof.madeAt)
        if age >= 0, age < Double(Settings.maxProofAge) { return proof }
        forget()
        return nil
    }

    static func forget() {
        _ = SecItemDelete(NSDictionary(dictionary: place) as CFDictionary)
    }
}
