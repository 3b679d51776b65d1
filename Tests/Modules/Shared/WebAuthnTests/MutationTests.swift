import OpenSSLCrypto
import TestKeys
import Testing
import WebAuthn

/// Changes every bit and every length of the signed bytes. No change may crash the reader or be accepted.
@Suite("Changed bytes")
struct MutationTests {
    /// The bytes with each bit flipped, with each possible truncation, and with a byte inserted at each position.
    static func mutations(of bytes: [UInt8]) -> [[UInt8]] {
        let flipped = bytes.indices.flatMap { index in
            (0..<8).map { bit in
                var changed = bytes
                changed[index] ^= 1 << bit
                return changed
            }
        }
        let cut = bytes.indices.map { Array(bytes[..<$0]) }
        let longer = (0...bytes.count).map { Array(bytes[..<$0]) + [0x20] + bytes[$0...] }
        return flipped + cut + longer
    }

    @Test("a self-attested registration is refused after any change", arguments: COSEAlgorithm.allCases)
    func changedRegistrationIsRefused(algorithm: COSEAlgorithm) throws {
        let good = try RegistrationBuilder(algorithm).build()
        // No signature covers the format's name, so only the policy can refuse a changed one.
        let relyingParty = try TestCeremony.relyingParty(attestation: AttestationPolicy(accepted: [.selfAttested]))
        _ = try RegistrationTests.verify(good, by: relyingParty)
        for object in Self.mutations(of: good.attestationObject) {
            // No signature covers the statement's algorithm: one bit makes ES384's number that of ESP384, the same.
            if (try? CBORValue(decoding: object))?["attStmt"]?["alg"] == .integer(-51) { continue }
            let changed = RegistrationCredential(
                id: good.id, clientDataJSON: good.clientDataJSON, attestationObject: object)
            #expect(throws: WebAuthnError.self) { try RegistrationTests.verify(changed, by: relyingParty) }
        }
        for clientData in Self.mutations(of: good.clientDataJSON) {
            let changed = RegistrationCredential(
                id: good.id, clientDataJSON: clientData, attestationObject: good.attestationObject)
            #expect(throws: WebAuthnError.self) { try RegistrationTests.verify(changed, by: relyingParty) }
        }
    }

    @Test("an unattested registration with changed authenticator data is refused, or keeps its id and key")
    func changedUnattestedRegistrationKeepsIDAndKey() throws {
        let builder = try RegistrationBuilder(.es256).with { $0.statement = .none }
        let good = try builder.build()
        for object in Self.mutations(of: good.attestationObject) {
            let changed = RegistrationCredential(
                id: good.id, clientDataJSON: good.clientDataJSON, attestationObject: object)
            guard let record = try? RegistrationTests.verify(changed).record else { continue }
            // No signature covers it, but the key must be valid and the id must be the one beside it.
            #expect(record.id == good.id)
            #expect(record.publicKey == builder.data.publicKey)
        }
    }

    @Test("an assertion is refused after any change", arguments: COSEAlgorithm.allCases)
    func changedAssertionIsRefused(algorithm: COSEAlgorithm) throws {
        let builder = try AuthenticationBuilder(algorithm)
        let (good, record) = (try builder.build(), builder.record())
        _ = try AuthenticationTests.verify(good, record: record)
        func refuse(_ clientData: [UInt8], _ data: [UInt8], _ signature: [UInt8]) {
            let changed = AuthenticationCredential(
                id: good.id, clientDataJSON: clientData, authenticatorData: data, signature: signature,
                userHandle: good.userHandle)
            #expect(throws: WebAuthnError.self) { try AuthenticationTests.verify(changed, record: record) }
        }
        for data in Self.mutations(of: good.authenticatorData) { refuse(good.clientDataJSON, data, good.signature) }
        for text in Self.mutations(of: good.clientDataJSON) { refuse(text, good.authenticatorData, good.signature) }
        for signature in Self.mutations(of: good.signature) {
            refuse(good.clientDataJSON, good.authenticatorData, signature)
        }
    }
}
