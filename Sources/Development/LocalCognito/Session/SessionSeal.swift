internal import OpenSSLCrypto
private import Primitives

/// Seals sessions, which the caller keeps: encrypted, authenticated and bound to the pool.
struct SessionSeal: Sendable {
    /// How many characters a sealed session may have (`SessionType`).
    static let lengths = ServiceModel.cognito.lengths(of: "SessionType")

    /// What a session begins with. Without it, one of 64 would begin with a hyphen, which a command line takes for an
    /// option.
    private static let prefix = "A"

    private let key: [UInt8]
    private let context: [UInt8]

    /// The seal of a pool.
    ///
    /// - Parameter key: 32 bytes.
    init(key: [UInt8], settings: PoolSettings) {
        self.key = key
        context = Array("session \(settings.id)".utf8)
    }

    /// The sealed session, as the caller receives it.
    ///
    /// - Throws: `InvalidLambdaResponseException` if private parameters and metadata do not fit.
    func seal(_ session: SignInSession) throws(PoolError) -> String {
        guard let sealed = try? AES256GCM.seal(session.json, key: key, context: context) else {
            throw PoolError(.internalError, "The session cannot be sealed.")
        }
        let text = Self.prefix + Base64URL.encode(sealed)
        guard Self.lengths.contains(text.utf8.count) else {
            let words = "The challenge does not fit in a session of \(Self.lengths.upperBound) characters."
            throw PoolError(.invalidLambdaResponse, words)
        }
        return text
    }

    /// The session that a caller gave back.
    ///
    /// - Throws: `NotAuthorizedException` if the text is not a session of this pool.
    func open(_ text: String) throws(PoolError) -> SignInSession {
        guard text.hasPrefix(Self.prefix), let sealed = Base64URL.decode(String(text.dropFirst())),
            let bytes = try? AES256GCM.open(sealed, key: key, context: context),
            let session = SignInSession(json: bytes)
        else { throw .invalidSession }
        return session
    }
}
