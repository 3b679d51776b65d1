import OpenSSLCrypto
import TestKeys
import Testing
import WebAuthn

/// The relying party, the challenge and the keys that the tests share.
enum TestCeremony {
    static let relyingPartyID = "example.org"
    static let origin = "https://example.org"
    static let framingOrigin = "https://frame.example"
    static let challenge = [UInt8](0..<32)
    static let userHandle = Array("a user handle".utf8)
    static let aaguid = hex("000102030405060708090a0b0c0d0e0f")
    /// 1 June 2026.
    static let now: Int64 = 1_780_272_000

    static func relyingParty(
        topOrigins: [Origin] = [], userVerification: UserVerification = .required,
        algorithms: [COSEAlgorithm] = COSEAlgorithm.allCases, attestation: AttestationPolicy = .unattested
    ) throws -> RelyingParty {
        try RelyingParty(
            id: relyingPartyID, name: "Example", origins: [Origin(origin), Origin("https://login.example.org:8443")],
            topOrigins: topOrigins, userVerification: userVerification, algorithms: algorithms, attestation: attestation
        )
    }

    /// One key for each algorithm, generated once because an RSA key takes long.
    static func key(_ algorithm: COSEAlgorithm) throws -> PrivateKey {
        guard let key = keys[algorithm] else { throw CryptoError.operationFailed }
        return key
    }

    private static let keys: [COSEAlgorithm: PrivateKey] = {
        var keys: [COSEAlgorithm: PrivateKey] = [:]
        for algorithm in COSEAlgorithm.allCases { keys[algorithm] = try? .generate(algorithm.keyKind) }
        return keys
    }()
}

/// The bytes of a hexadecimal text. White space is skipped; any other character ends the test run.
func hex(_ text: String) -> [UInt8] {
    let digits = text.filter { !$0.isWhitespace }.map { character in
        guard let digit = character.hexDigitValue else { fatalError("not hexadecimal: \(text)") }
        return UInt8(digit)
    }
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
}

/// A generator of random numbers that yields the same sequence in every run (splitmix64).
struct SeededNumbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}

/// A change that makes something wrong, and the error of the step that finds it.
struct Refusal<Subject, Failure: Error>: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let error: Failure
    let change: @Sendable (inout Subject) throws -> Void

    init(_ description: String, _ error: Failure, _ change: @escaping @Sendable (inout Subject) throws -> Void) {
        (testDescription, self.error, self.change) = (description, error, change)
    }
}
