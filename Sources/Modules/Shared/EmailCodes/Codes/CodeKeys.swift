internal import ExpiringState
private import OpenSSLCrypto
private import Primitives

/// The keys of emailed codes: those that codes are derived from, and the one of what is counted about them.
package struct CodeKeys: Sendable {
    /// The key of new codes.
    let current: CodeKey
    private let previous: CodeKey?
    private let counting: [UInt8]

    /// The fewest bytes that a key may have.
    package static let minimumLength = 32

    /// Keys of those bytes.
    /// - Parameters:
    ///   - codes: the key of new codes.
    ///   - previous: the key before it, whose codes are judged while they live; nil if there is none.
    ///   - counting: the key of everything that is counted and remembered by digest. Replacing it forgets all of that,
    ///     so it must not be replaced together with the other one; nil uses the other one's bytes.
    /// - Returns: nil for a key that is too short.
    package init?(codes: [UInt8], previous: [UInt8]? = nil, counting: [UInt8]? = nil) {
        let counting = counting ?? codes
        guard codes.count >= Self.minimumLength, counting.count >= Self.minimumLength else { return nil }
        guard previous.map({ $0.count >= Self.minimumLength }) ?? true else { return nil }
        current = CodeKey(codes)
        self.previous = previous.map(CodeKey.init)
        self.counting = counting
    }

    /// Whether a ticket's code was made with one of these keys.
    package func knows(_ ticket: CodeTicket) -> Bool { key(of: ticket.code) != nil }

    /// The key with which a code was made, by the code's id; nil if it is neither of these keys.
    func key(of code: String) -> CodeKey? { [current, previous].compactMap { $0 }.first { $0.made(code) } }

    // MARK: Digests for the storage

    /// The storage's key for something, from which nothing can be read without the counting key.
    func item(_ kind: StateKey.Kind, _ fields: [String]) -> StateKey {
        StateKey(kind, digest: Base64URL.encode(hash(kind.rawValue, fields)))
    }

    /// A short digest of what asked or answered, for telling a repetition from something new. Two different ones are
    /// the same once in 2^60.
    func mark(_ fields: [String]) -> String { String(Base64URL.encode(hash("mark", fields)).prefix(10)) }

    /// Bytes that stay the same when the key of the codes is replaced.
    /// - Parameter label: what they are for.
    package func lastingBytes(_ label: String, _ fields: [String]) -> [UInt8] { hash("lasting " + label, fields) }

    private func hash(_ label: String, _ fields: [String]) -> [UInt8] {
        HMACSHA256.authenticationCode(for: LengthPrefixedFields.bytes(label, fields), key: counting)
    }
}
