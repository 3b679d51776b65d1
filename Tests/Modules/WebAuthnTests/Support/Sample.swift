import OpenSSLCrypto
import TestKeys
import WebAuthn

/// What the ceremonies of the tests have in common.
enum Sample {
    static let relyingPartyID = "example.org"
    static let origin = "https://example.org"
    static let framingOrigin = "https://frame.example"
    static let challenge = [UInt8](0..<32)
    static let userHandle = Array("a user handle".utf8)
    static let aaguid = hex("000102030405060708090a0b0c0d0e0f")
    /// 1 June 2026.
    static let now: Int64 = 1_780_272_000

    static func relyingParty(
        framing: FramingPolicy = .refused, userVerification: UserVerification = .required,
        algorithms: [COSEAlgorithm] = COSEAlgorithm.allCases, attestation: AttestationPolicy = .unattested,
        userHandles: UserHandlePolicy = .exact
    ) throws -> RelyingParty {
        try RelyingParty(
            id: relyingPartyID, name: "Example", origins: [Origin(origin), Origin("https://login.example.org:8443")],
            framing: framing, userVerification: userVerification, algorithms: algorithms, attestation: attestation,
            userHandles: userHandles)
    }

    /// One key for each algorithm: making an RSA key takes long.
    static func key(_ algorithm: COSEAlgorithm) throws -> PrivateKey {
        guard let key = keys[algorithm] else { throw CryptoError.operationFailed }
        return key
    }

    private static let keys: [COSEAlgorithm: PrivateKey] = {
        var keys: [COSEAlgorithm: PrivateKey] = [:]
        for algorithm in COSEAlgorithm.allCases { keys[algorithm] = try? .generate(algorithm.scheme.keyKind) }
        return keys
    }()

    /// A generator of numbers that gives the same ones in every run (splitmix64).
    struct Numbers: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var value = state
            value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
            value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
            return value ^ (value >> 31)
        }
    }
}
