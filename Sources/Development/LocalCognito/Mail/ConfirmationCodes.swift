/// The codes that were sent and are not used yet: at most one for each user, purpose and attribute.
struct ConfirmationCodes: Equatable, Sendable {
    /// A code's user, purpose and attribute.
    struct Key: Hashable, Sendable {
        let username: String
        let purpose: PoolMail.Purpose
        /// The attribute that the code proves; empty for the codes of other purposes.
        var attribute = ""
    }

    private struct Code: Equatable, Sendable {
        let text: String
        let expiresAt: Int64
    }

    private var codes: [Key: Code] = [:]
    private var attempts: [Key: [Int64]] = [:]
    private var requests: [Key: [Int64]] = [:]

    /// How long a code is valid, in seconds.
    static func lifetime(of purpose: PoolMail.Purpose) -> Int64 { purpose == .resetPassword ? 3600 : 24 * 3600 }
    /// The attempts that are allowed in an hour.
    static let maximumAttempts = 15
    /// The requests for another code that are allowed in an hour.
    static let maximumRequests = 5

    /// Stores a new code, which replaces the one before.
    mutating func set(_ text: String, for key: Key, now: Int64) {
        codes[key] = Code(text: text, expiresAt: now + Self.lifetime(of: key.purpose))
    }

    /// Counts a request for another code.
    ///
    /// - Throws: `LimitExceededException`.
    mutating func countRequest(for key: Key, now: Int64) throws(PoolError) {
        try Self.count(&requests[key, default: []], limit: Self.maximumRequests, now: now)
    }

    /// Uses a code, which is not valid afterwards.
    ///
    /// - Throws: `LimitExceededException`, `CodeMismatchException` or `ExpiredCodeException`.
    mutating func use(_ text: String, for key: Key, now: Int64) throws(PoolError) {
        try Self.count(&attempts[key, default: []], limit: Self.maximumAttempts, now: now)
        guard let code = codes[key], now < code.expiresAt else { throw .expiredCode }
        guard code.text == text else {
            throw .codeMismatch
        }
        codes[key] = nil
    }

    /// Voids a code, because the value that it was to prove has changed.
    mutating func forget(_ key: Key) { codes[key] = nil }

    /// Voids all of a user's codes.
    mutating func forget(username: String) {
        for key in codes.keys where key.username == username { codes[key] = nil }
    }

    private static func count(_ times: inout [Int64], limit: Int, now: Int64) throws(PoolError) {
        times.removeAll { $0 <= now - 3600 }
        guard times.count < limit else {
            throw PoolError(.limitExceeded, "Attempt limit exceeded, please try after some time.")
        }
        times.append(now)
    }
}

extension PoolError {
    static let codeMismatch = PoolError(
        .codeMismatch, "Invalid verification code provided, please try again.")
    static let expiredCode = PoolError(.expiredCode, "Invalid code provided, please request a code again.")
}
