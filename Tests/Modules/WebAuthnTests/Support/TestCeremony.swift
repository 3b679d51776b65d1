import OpenSSLCrypto
import TestKeys
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
        framing: FramingPolicy = .refused, userVerification: UserVerification = .required,
        algorithms: [COSEAlgorithm] = COSEAlgorithm.allCases, attestation: AttestationPolicy = .unattested,
        userHandles: UserHandlePolicy = .exact, signCounts: SignCountPolicy = .report
    ) throws -> RelyingParty {
        try RelyingParty(
            id: relyingPartyID, name: "Example", origins: [Origin(origin), Origin("https://login.example.org:8443")],
            framing: framing, userVerification: userVerification, algorithms: algorithms, attestation: attestation,
            userHandles: userHandles, signCounts: signCounts)
    }

    /// One key for each algorithm, generated once because an RSA key takes long.
    static func key(_ algorithm: COSEAlgorithm) throws -> PrivateKey {
        guard let key = keys[algorithm] else { throw CryptoError.operationFailed }
        return key
    }

    private static let keys: [COSEAlgorithm: PrivateKey] = {
        var keys: [COSEAlgorithm: PrivateKey] = [:]
        for algorithm in COSEAlgorithm.allCases { keys[algorithm] = try? .generate(algorithm.scheme.keyKind) }
        return keys
    }()
}
