import OpenSSLCrypto
import Testing
import WebAuthn

/// Changes every bit and every length of what was signed: nothing may crash, nothing may be accepted.
@Suite("Changed bytes")
struct MutationTests {
    /// The bytes with one bit changed, each in turn, then cut short at each place, then with a byte put in at each.
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
    func registration(algorithm: COSEAlgorithm) throws {
        let good = try RegistrationBuilder(algorithm).build()
        // The format's name is not signed: only a policy makes it count.
        let relyingParty = try Sample.relyingParty(attestation: AttestationPolicy(accepted: [.selfAttested]))
        _ = try RegistrationTests.verify(good, by: relyingParty)
        for object in Self.mutations(of: good.attestationObject) {
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

    @Test("an unattested registration with other authenticator data is refused or is the one it then says")
    func unattested() throws {
        let builder = try RegistrationBuilder(.es256).with { $0.statement = .none }
        let good = try builder.build()
        for object in Self.mutations(of: good.attestationObject) {
            let changed = RegistrationCredential(
                id: good.id, clientDataJSON: good.clientDataJSON, attestationObject: object)
            guard let record = try? RegistrationTests.verify(changed).record else { continue }
            // Nothing signs it: but a changed key must still be a key, and the id the one beside it.
            #expect(record.id == good.id)
            #expect(record.publicKey.encoded == builder.data.publicKey)
        }
    }

    @Test("an assertion is refused after any change", arguments: COSEAlgorithm.allCases)
    func assertion(algorithm: COSEAlgorithm) throws {
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
