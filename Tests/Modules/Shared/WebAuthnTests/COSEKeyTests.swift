import OpenSSLCrypto
import TestKeys
import TestSupport
import Testing
import WebAuthn

@Suite("Credential public keys")
struct COSEKeyTests {
    typealias Parameters = [(label: Int64, value: CBORValue)]

    /// The parameters of a key's COSE_Key.
    static func parameters(_ algorithm: COSEAlgorithm) throws -> Parameters {
        let encoded = CredentialPublicKey.encoding(of: try TestCeremony.key(algorithm).publicKey)
        return try CBORValue(decoding: encoded).members?.map { ($0.key.integer ?? 0, $0.value) } ?? []
    }

    static func encode(_ parameters: Parameters) -> [UInt8] {
        CBORValue.map(parameters.map { CBORMember(.integer($0.label), $0.value) }).encoded
    }

    /// A key with one parameter replaced or added, or removed if the value is nil.
    static func key(_ algorithm: COSEAlgorithm, _ label: Int64, _ value: CBORValue?) throws -> [UInt8] {
        let others = try parameters(algorithm).filter { $0.label != label }
        return encode(others + (value.map { [(label, $0)] } ?? []))
    }

    @Test(
        "an encoded key is read back as the original key and verifies its signatures", arguments: COSEAlgorithm.allCases
    )
    func keyIsReadBackAndVerifies(algorithm: COSEAlgorithm) throws {
        let key = try TestCeremony.key(algorithm)
        let read = try CredentialPublicKey(encoded: CredentialPublicKey.encoding(of: key.publicKey))
        #expect(read.algorithm == algorithm)
        #expect(read.key.components == key.publicKey.components)
        let signature = try key.signature(of: [1, 2, 3], ecdsa: .der)
        #expect(read.isValid(signature, of: [1, 2, 3]))
        #expect(!read.isValid(signature, of: [1, 2, 4]))
    }

    @Test(
        "the fully specified numbers of RFC 9864 are read as the same keys, and the key keeps its encoding",
        arguments: [(-7, -9), (-8, -19), (-35, -51)])
    func fullySpecifiedNumberIsRead(number: Int64, specified: Int64) throws {
        let algorithm = try #require(COSEAlgorithm(rawValue: number))
        let encoded = try Self.key(algorithm, 3, .integer(specified))
        let read = try CredentialPublicKey(encoded: encoded)
        #expect(read.algorithm == algorithm && read.encoded == encoded)
        try expect(read.key.components, equals: (TestCeremony.key(algorithm)).publicKey.components)
    }

    @Test("the encoding matches the example in WebAuthn section 6.5.1.1")
    func encodingMatchesSpecification() throws {
        let encoded = hex(
            """
            a5 01 02 03 26 20 01
            21 58 20 65eda5a12577c2bae829437fe338701a10aaa375e1bb5b5de108de439c08551d
            22 58 20 1e52ed75701163f7f9e40ddf9f341b3dc9ba860af7e0ca7ca7e9eecd0084d19c
            """)
        let key = try CredentialPublicKey(encoded: encoded)
        #expect(key.algorithm == .es256)
        #expect(CredentialPublicKey.encoding(of: key.key) == encoded)
    }

    @Test("an algorithm that is absent or not accepted is refused", arguments: [-36, -37, -47, -52, -53, -65535, 0, 7])
    func missingOrUnknownAlgorithmIsRefused(number: Int64) throws {
        #expect(throws: COSEError.unsupportedAlgorithm(number)) {
            try CredentialPublicKey(encoded: Self.key(.es256, 3, .integer(number)))
        }
        #expect(throws: COSEError.algorithmMissing) { try CredentialPublicKey(encoded: Self.key(.es256, 3, nil)) }
        #expect(throws: COSEError.algorithmMissing) {
            try CredentialPublicKey(encoded: Self.key(.es256, 3, .text("ES256")))
        }
    }

    @Test("key type, curve and algorithm must agree", arguments: COSEAlgorithm.allCases)
    func keyTypeCurveAndAlgorithmMustAgree(algorithm: COSEAlgorithm) throws {
        for type in [nil, 0, 1, 2, 3, 4] as [Int64?] where type != (try Self.parameters(algorithm)[0].value.integer) {
            #expect(throws: COSEError.wrongKeyType) {
                try CredentialPublicKey(encoded: Self.key(algorithm, 1, type.map { .integer($0) }))
            }
        }
        guard algorithm != .rs256 else { return }
        let right = try Self.parameters(algorithm).first { $0.label == -1 }?.value.integer
        for curve in [nil, 0, 1, 2, 3, 4, 5, 6, 7, 8] as [Int64?] where curve != right {
            #expect(throws: COSEError.wrongCurve) {
                try CredentialPublicKey(encoded: Self.key(algorithm, -1, curve.map { .integer($0) }))
            }
        }
    }

    @Test("one algorithm's key under another algorithm's number is refused")
    func keyUnderOtherAlgorithmIsRefused() throws {
        #expect(throws: COSEError.wrongCurve) { try CredentialPublicKey(encoded: Self.key(.es256, 3, .integer(-35))) }
        #expect(throws: COSEError.wrongCurve) { try CredentialPublicKey(encoded: Self.key(.es384, 3, .integer(-7))) }
        #expect(throws: COSEError.wrongCurve) { try CredentialPublicKey(encoded: Self.key(.es384, 3, .integer(-9))) }
        #expect(throws: COSEError.wrongKeyType) { try CredentialPublicKey(encoded: Self.key(.rs256, 3, .integer(-8))) }
    }

    @Test("a number that is absent or not a byte string is refused", arguments: COSEAlgorithm.allCases)
    func missingOrMistypedNumberIsRefused(algorithm: COSEAlgorithm) throws {
        let labels: [Int64] = algorithm == .rs256 ? [-1, -2] : algorithm == .edDSA ? [-2] : [-2, -3]
        for label in labels {
            // A compressed point has a Boolean for y.
            for value in [nil, .bool(true), .text("x")] as [CBORValue?] {
                #expect(throws: COSEError.invalidParameter(label)) {
                    try CredentialPublicKey(encoded: Self.key(algorithm, label, value))
                }
            }
        }
    }

    @Test("numbers that do not form a key are refused", arguments: COSEAlgorithm.allCases)
    func invalidNumbersAreRefused(algorithm: COSEAlgorithm) throws {
        let bytes = try #require(try Self.parameters(algorithm).first { $0.label == -2 }?.value.bytes)
        var wrong: [[UInt8]] = [[], [0] + bytes, Array(bytes.dropFirst())]
        if algorithm == .rs256 { wrong = [[], [0] + bytes, [3], [1, 0, 0]] }
        if algorithm == .es256 || algorithm == .es384 { wrong.append(bytes.map { ~$0 }) }
        for value in wrong {
            #expect(throws: COSEError.invalidKey) {
                try CredentialPublicKey(encoded: Self.key(algorithm, -2, .bytes(value)))
            }
        }
        guard algorithm == .rs256 else { return }
        let modulus = try #require(try Self.parameters(algorithm).first { $0.label == -1 }?.value.bytes)
        for value in [[0] + modulus, Array(modulus.prefix(128)), []] {
            #expect(throws: COSEError.invalidKey) {
                try CredentialPublicKey(encoded: Self.key(algorithm, -1, .bytes(value)))
            }
        }
    }

    @Test("a parameter beyond the required ones is refused", arguments: COSEAlgorithm.allCases)
    func furtherParameterIsRefused(algorithm: COSEAlgorithm) throws {
        for label in [2, 4, 5, -4, -70_000] as [Int64] {
            #expect(throws: COSEError.unexpectedParameter) {
                try CredentialPublicKey(encoded: Self.key(algorithm, label, .bytes([1])))
            }
        }
    }

    @Test("bytes that are not a map or not canonical are refused")
    func malformedKeyIsRefused() throws {
        #expect(throws: COSEError.notAMap) { try CredentialPublicKey(encoded: [0x80]) }
        #expect(throws: COSEError.malformed(.unexpectedEnd)) { try CredentialPublicKey(encoded: []) }
        let good = try Self.key(.es256, 99, nil)
        #expect(throws: COSEError.malformed(.trailingBytes(offset: good.count))) {
            try CredentialPublicKey(encoded: good + [0])
        }
    }
}
