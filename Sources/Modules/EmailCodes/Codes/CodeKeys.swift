private import OpenSSLCrypto
private import Primitives

/// The keys of emailed codes, and everything that is derived with them. Every derivation has its own label and puts
/// each field after its length, so that no two derivations give the same value.
package struct CodeKeys: Sendable {
    private let codes: [UInt8]
    private let counting: [UInt8]

    /// The fewest bytes that a key may have.
    package static let minimumLength = 32

    /// Keys of those bytes.
    /// - Parameters:
    ///   - codes: the key from which codes are derived. Replacing it makes the codes under way worthless.
    ///   - counting: the key of everything that is counted and remembered by digest. Replacing it forgets all of that,
    ///     so it must not be replaced together with the other one; nil uses the other one's bytes.
    /// - Returns: nil for a key that is too short.
    package init?(codes: [UInt8], counting: [UInt8]? = nil) {
        let counting = counting ?? codes
        guard codes.count >= Self.minimumLength, counting.count >= Self.minimumLength else { return nil }
        self.codes = codes
        self.counting = counting
    }

    // MARK: Codes

    /// The id of the code that an attempt gets. Its code cannot be computed from it without the key.
    func codeID(_ fields: [String]) -> String { String(text(codes, "code", fields).prefix(22)) }

    /// The digits of a code, each number equally likely, because random numbers from the last, incomplete range are
    /// dropped.
    ///
    /// Another address gives other digits, so that a code sent to a user's old address cannot prove the new one.
    func digits(of code: String, for account: CodeAccount, count: Int) -> String {
        let end = (0..<count).reduce(UInt64(1)) { product, _ in product * 10 }
        let bound = UInt64.max - UInt64.max % end
        var block = 0
        while true {
            let bytes = hash(codes, "digits", [code, account.id, account.address ?? "", String(block)])
            for start in stride(from: 0, to: bytes.count, by: 8) {
                let number = bytes[start..<start + 8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
                guard number < bound else { continue }
                let digits = String(number % end)
                return String(repeating: "0", count: count - digits.utf8.count) + digits
            }
            block += 1
        }
    }

    /// The characters of a long code.
    func longCode(of code: String, for account: CodeAccount) -> String {
        LongCode.characters(hash(codes, "long", [code, account.id, account.address ?? ""]))
    }

    /// The authentication code over digits and everything that they belong to.
    func authenticationCode(of digits: String, _ ticket: CodeTicket, _ account: CodeAccount) -> String {
        text(
            codes, "ticket",
            [
                digits, account.id, account.client, account.address ?? "", ticket.session, ticket.code,
                String(ticket.issuedAt), String(ticket.expiresAt), ticket.state.rawValue,
            ])
    }

    /// The authentication code over a long code, its times, and whom it is for.
    func authenticationCode(
        ofLong characters: String, issuedAt: Int64, expiresAt: Int64, _ account: CodeAccount
    ) -> String {
        text(
            codes, "long ticket",
            [characters, account.id, account.address ?? "", String(issuedAt), String(expiresAt)])
    }

    // MARK: Digests for the storage

    /// The storage's key for something, from which nothing can be read without the counting key.
    func item(_ kind: String, _ fields: [String]) -> String { kind + "#" + text(counting, kind, fields) }

    /// A short digest of what asked or answered, for telling a repetition from something new. Two different ones are
    /// the same once in 2^60.
    func mark(_ fields: [String]) -> String { String(text(counting, "mark", fields).prefix(10)) }

    /// Bytes that stay the same when the key of the codes is replaced.
    /// - Parameter label: what they are for.
    package func lastingBytes(_ label: String, _ fields: [String]) -> [UInt8] {
        hash(counting, "lasting " + label, fields)
    }

    private func text(_ key: [UInt8], _ label: String, _ fields: [String]) -> String {
        Base64URL.encode(hash(key, label, fields))
    }

    private func hash(_ key: [UInt8], _ label: String, _ fields: [String]) -> [UInt8] {
        HMACSHA256.authenticationCode(for: LengthPrefixedFields.bytes(label, fields), key: key)
    }
}
