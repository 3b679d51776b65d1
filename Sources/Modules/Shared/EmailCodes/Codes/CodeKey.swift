private import OpenSSLCrypto
private import Primitives

/// One key of emailed codes, and what is derived with it. Every derivation has its own label and puts each field after
/// its length, so that no two derivations give the same value.
struct CodeKey: Sendable {
    private let bytes: [UInt8]
    /// Tells the key from others. It begins the ids of its codes.
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

    /// The digits of a code. All numbers are equally likely, to one part in 10^11: eight digits are the most, and the
    /// number that they are taken from has 64 bits.
    ///
    /// Another account, client or address gives other digits, so that a code sent to a user's old address cannot prove
    /// the new one.
    func digits(of code: String, for account: CodeAccount, count: Int) -> String {
        let hash = Self.hash(bytes, "digits", [code, account.id, account.client, account.address ?? ""])
        let number = hash.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let digits = String(number % (0..<count).reduce(1) { product, _ in product * 10 })
        return String(repeating: "0", count: count - digits.utf8.count) + digits
    }

    /// The characters of a long code.
    func longCode(of code: String, for account: CodeAccount) -> String {
        LongCode.characters(Self.hash(bytes, "long", [code, account.id, account.address ?? ""]))
    }

    private static func text(_ key: [UInt8], _ label: String, _ fields: [String]) -> String {
        Base64URL.encode(hash(key, label, fields))
    }

    private static func hash(_ key: [UInt8], _ label: String, _ fields: [String]) -> [UInt8] {
        HMACSHA256.authenticationCode(for: LengthPrefixedFields.bytes(label, fields), key: key)
    }
}
