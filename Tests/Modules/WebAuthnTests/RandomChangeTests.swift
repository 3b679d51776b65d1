import JSON
import OpenSSLCrypto
import Primitives
import TestKeys
import Testing
import WebAuthn

/// Changes valid input at random in several places at once. Whatever comes of it, no reader may crash or hang, and what
/// it accepts must have the properties on which the rest relies.
@Suite("Random changes", .timeLimit(.minutes(10)))
struct RandomChangeTests {
    /// Whether an item contains floating-point numbers, which are read in three widths and written in one.
    static func containsFloat(_ value: CBORValue) -> Bool {
        switch value {
        case .float: true
        case .array(let elements): elements.contains(where: containsFloat)
        case .map(let members): members.contains { containsFloat($0.value) }
        default: false
        }
    }

    @Test("CBOR that is accepted is the one encoding of its item, but for the order of keys")
    func acceptedCBORIsCanonicalButForOrder() throws {
        var mutator = ByteMutator(seed: 1)
        let seeds = [
            try RegistrationBuilder(.es256).build().attestationObject,
            CredentialPublicKey(try TestCeremony.key(.rs256).publicKey).encoded,
            hex(
                "a5 01 82 f5 f6 20 fb3ff0000000000000 63616263 a1 6161 430102 03 83 1b0000000100000000 3903e7 60 64 f09f9491 80"
            ),
        ]
        var acceptedCount = 0
        for round in 0..<3000 {
            let bytes = mutator.mutation(of: seeds[round % 3], mixing: seeds[(round + 1) % 3])
            guard let value = try? CBORValue(decoding: bytes) else { continue }
            acceptedCount += 1
            #expect(try CBORValue(decoding: value.encoded) == value)
            #expect(Self.containsFloat(value) || value.encoded.sorted() == bytes.sorted())
        }
        #expect(acceptedCount > 20)
    }

    @Test("authenticator data that is accepted consists of its parts and nothing else")
    func acceptedAuthenticatorDataHasNothingElse() throws {
        var mutator = ByteMutator(seed: 2)
        let seeds = try COSEAlgorithm.allCases.map { algorithm in
            try RegistrationBuilder(algorithm).with {
                $0.data.flags.insert(.extensions)
                $0.data.extensions = CBORValue.map([CBORMember(.text("credProtect"), .unsigned(2))]).encoded
            }.data.bytes
        }
        var acceptedCount = 0
        for round in 0..<2000 {
            let bytes = mutator.mutation(of: seeds[round % 4], mixing: seeds[(round + 1) % 4])
            guard let data = try? AuthenticatorData(bytes) else { continue }
            acceptedCount += 1
            var length = 37
            if let credential = data.attestedCredential {
                #expect(1...AttestedCredential.maximumIDLength ~= credential.id.count)
                #expect(
                    try CredentialPublicKey(encoded: credential.publicKey.encoded).algorithm
                        == credential.publicKey.algorithm)
                length += 18 + credential.id.count + credential.publicKey.encoded.count
            }
            if let extensions = data.extensions {
                length += Self.containsFloat(extensions) ? 0 : extensions.encoded.count
            }
            #expect(data.bytes == bytes)
            #expect(length == bytes.count || data.extensions.map(Self.containsFloat) ?? false)
        }
        #expect(acceptedCount > 20)
    }

    @Test("client data that is accepted names its type, challenge and origin once")
    func acceptedClientDataIsUnambiguous() throws {
        var mutator = ByteMutator(seed: 3)
        let seeds = [
            ClientDataBuilder(type: "webauthn.get").bytes,
            ClientDataBuilder(
                type: "webauthn.create", crossOrigin: true, topOrigin: TestCeremony.framingOrigin,
                furtherMembers: [("extra", #"["\ud83d\udd11",{"a":[1e5,null]},"é"]"#)]
            ).bytes,
        ]
        var acceptedCount = 0
        for round in 0..<3000 {
            let bytes = mutator.mutation(of: seeds[round % 2], mixing: seeds[(round + 1) % 2])
            guard let data = try? CollectedClientData(bytes) else { continue }
            acceptedCount += 1
            let names = try JSONValue(parsing: bytes).members.map(\.name)
            #expect(names.count { $0.hasSameBytes(as: "type") } == 1)
            #expect(names.count { $0.hasSameBytes(as: "challenge") } == 1)
            #expect(names.count { $0.hasSameBytes(as: "origin") } == 1)
            #expect(data.hash == SHA256.digest(of: bytes))
        }
        #expect(acceptedCount > 20)
    }

    @Test("no changed registration is accepted for another key, and no changed assertion at all")
    func changedCeremoniesAreRefused() throws {
        var mutator = ByteMutator(seed: 4)
        let registration = try RegistrationBuilder(.es256).build()
        let builder = try AuthenticationBuilder(.es256)
        let (assertion, record) = (try builder.build(), builder.record())
        let relyingParty = try TestCeremony.relyingParty(attestation: AttestationPolicy(accepted: [.selfAttested]))
        for _ in 0..<500 {
            let object = mutator.mutation(of: registration.attestationObject, mixing: assertion.authenticatorData)
            let changed = RegistrationCredential(
                id: registration.id, clientDataJSON: registration.clientDataJSON, attestationObject: object)
            if let accepted = try? RegistrationTests.verify(changed, by: relyingParty).record {
                // Nothing signs the attestation object itself.
                #expect(accepted.id == registration.id && accepted.signCount == 0)
                #expect(accepted.publicKey == builder.data.publicKey)
            }
            let data = mutator.mutation(of: assertion.authenticatorData, mixing: registration.attestationObject)
            let text = mutator.mutation(of: assertion.clientDataJSON, mixing: registration.clientDataJSON)
            let signature = mutator.mutation(of: assertion.signature, mixing: assertion.authenticatorData)
            let parts = [
                (data, assertion.clientDataJSON, assertion.signature),
                (assertion.authenticatorData, text, assertion.signature),
                (assertion.authenticatorData, assertion.clientDataJSON, signature), (data, text, signature),
            ]
            for (data, text, signature) in parts {
                let isChanged = data != assertion.authenticatorData || text != assertion.clientDataJSON
                guard isChanged || signature != assertion.signature else { continue }
                let changed = AuthenticationCredential(
                    id: assertion.id, clientDataJSON: text, authenticatorData: data, signature: signature,
                    userHandle: assertion.userHandle)
                #expect(throws: WebAuthnError.self) { try AuthenticationTests.verify(changed, record: record) }
            }
        }
    }

    @Test("a credential's JSON that is accepted has an id")
    func acceptedCredentialJSONHasID() throws {
        var mutator = ByteMutator(seed: 5)
        let texts = [
            #"{"id":"AQID","rawId":"AQID","type":"public-key","response":{"clientDataJSON":"e30","#
                + #""attestationObject":"oA","transports":["usb","nfc"]},"clientExtensionResults":{}}"#,
            #"{"id":"AQID","rawId":"AQID","type":"public-key","response":{"clientDataJSON":"e30=","#
                + #""authenticatorData":"AAA","signature":"AQ==","userHandle":"dXNlcg"}}"#,
        ].map { Array($0.utf8) }
        var acceptedCount = 0
        for round in 0..<3000 {
            let bytes = mutator.mutation(of: texts[round % 2], mixing: texts[(round + 1) % 2])
            guard let json = try? JSONValue(parsing: bytes) else { continue }
            let ids = [try? RegistrationCredential(json: json).id, try? AuthenticationCredential(json: json).id]
            for id in ids.compactMap(\.self) {
                acceptedCount += 1
                #expect(!id.isEmpty)
                #expect(json["type"]?.string?.hasSameBytes(as: "public-key") == true)
            }
        }
        #expect(acceptedCount > 20)
    }

    /// Input of the largest size accepted, in the shapes that are most work to read.
    static let heavy: [(what: String, bytes: [UInt8])] = {
        let size = 65_536
        // 21,000 keys from the highest to the lowest.
        let keys = (0..<21_000).reversed().flatMap { [0x19, UInt8(1 + $0 >> 8), UInt8($0 & 0xFF), 0x00] as [UInt8] }
        return [
            ("arrays in arrays", [UInt8](repeating: 0x81, count: size)),
            ("a long array", [0x99, 0xFF, 0xF0] + [UInt8](repeating: 0x00, count: 0xFFF0)),
            ("a map in reverse order", [0xB9, 0x3E, 0x80] + keys.prefix(64_000)),
            ("a map of one key", [0xB9, 0x7F, 0xF0] + [UInt8](repeating: 0x00, count: 2 * 0x7FF0)),
            ("a long text", [0x79, 0xFF, 0xF0] + [UInt8](repeating: 0x61, count: 0xFFF0)),
            ("a text of combining marks", [0x79, 0xFF, 0xF0] + (0..<0x7FF8).flatMap { _ in [0xCC, 0x81] as [UInt8] }),
            ("a count of what is not there", [0x9B] + [UInt8](repeating: 0xFF, count: 8)),
        ]
    }()

    @Test("the largest input in the worst shapes is read or refused at once", arguments: heavy.indices)
    func heavyInputIsReadAtOnce(index: Int) {
        let bytes = Self.heavy[index].bytes
        _ = try? CBORValue(decoding: bytes)
        let data = [UInt8](repeating: 0, count: 32) + [0x80, 0, 0, 0, 0] + bytes
        _ = try? AuthenticatorData(data)
        let credential = RegistrationCredential(id: [1], clientDataJSON: bytes, attestationObject: bytes)
        #expect(throws: WebAuthnError.self) { try RegistrationTests.verify(credential) }
    }
}
