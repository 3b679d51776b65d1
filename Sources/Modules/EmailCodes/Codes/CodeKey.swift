private import OpenSSLCrypto
private import Primitives

/// One key of emailed codes, and what is derived with it. Every derivation has its own label and puts each field after
/// its length, so that no two derivations give the same value.
struct CodeKey: Sendable {
    private let bytes: [UInt8]
    /// Tells the key from others. It begins the ids of its codes and the authentication codes of its long codes.
    let id: String

    private static let idLength = 4
    private static let codeIDLength = 22

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        id = String(Self.text(bytes, "key", []).prefix(Self.idLength))
    }

    /// Whether a code with that id was made with this key.
    func made(_ code: String) -> Bool { code.hasPrefix(id) }

    /// The id of the code that an attempt gets. Its code cannot be computed from it without the key.
    func codeID(_ fields: [String]) -> String {
        id + Self.text(bytes, "code", fields).prefix(Self.codeIDLength - Self.idLength)
    }

    /// The digits of a code, each number equally likely, because random numbers from the last, incomplete range are
    /// dropped.
    ///
    /// Another address gives other digits, so that a code sent to a user's old address cannot prove the new one.
    func digits(of code: String, for account: CodeAccount, count: Int) -> String {
        let end = (0..<count).reduce(UInt64(1)) { product, _ in product * 10 }
        let bound = UInt64.max - UInt64.max % end
        var block = 0
        while true {
            let hash = Self.hash(bytes, "digits", [code, account.id, account.address ?? "", String(block)])
            for start in stride(from: 0, to: hash.count, by: 8) {
                let number = hash[start..<start + 8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
                guard number < bound else { continue }
                let digits = String(number % end)
                return String(repeating: "0", count: count - digits.utf8.count) + digits
            }
            block += 1
        }
    }

    /// The characters of a long code.
    func longCode(of code: String, for account: CodeAccount) -> String {
        LongCode.characters(Self.hash(bytes, "long", [code, account.id, account.address ?? ""]))
    }

    /// The authentication code over digits and everything that they belong to.
    func authenticationCode(of digits: String, _ ticket: CodeTicket, _ account: CodeAccount) -> String {
        Self.text(
            bytes, "ticket",
            [
                digits, account.id, account.client, account.address ?? "", ticket.session, ticket.code,
                String(ticket.issuedAt), String(ticket.expiresAt), ticket.state.rawValue,
            ])
    }

    /// The authentication code over a long code, its times, and whom it is for.
    func authenticationCode(
        ofLong characters: String, issuedAt: Int64, expiresAt: Int64, _ account: CodeAccount
    ) -> String {
        id
            + Self.text(
                bytes, "long ticket",
                [characters, account.id, account.address ?? "", String(issuedAt), String(expiresAt)])
    }

    private static func text(_ key: [UInt8], _ label: String, _ fields: [String]) -> String {
        Base64URL.encode(hash(key, label, fields))
    }

    private static func hash(_ key: [UInt8], _ label: String, _ fields: [String]) -> [UInt8] {
        HMACSHA256.authenticationCode(for: LengthPrefixedFields.bytes(label, fields), key: key)
    }
}
