import OpenSSLCrypto
import TestKeys
import TestSupport
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

/// A change that makes something wrong, and the error of the step that finds it.
struct Refusal<Subject, Failure: Error>: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let error: Failure
    let change: @Sendable (inout Subject) throws -> Void

    init(_ description: String, _ error: Failure, _ change: @escaping @Sendable (inout Subject) throws -> Void) {
        (testDescription, self.error, self.change) = (description, error, change)
    }
}
