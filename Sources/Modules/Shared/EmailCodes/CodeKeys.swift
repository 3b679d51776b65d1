internal import ExpiringState
package import FunctionServices
package import LambdaRuntime
private import OpenSSLCrypto
private import Primitives

/// The keys of emailed codes, and the key of their counts.
package struct CodeKeys: Sendable {
    /// The key of new codes.
    let current: CodeKey
    private let previous: CodeKey?
    private let counting: [UInt8]

    /// Each key has at least the length that `ReplaceableKey` demands.
    /// - Parameters:
    ///   - codes: the key of new codes.
    ///   - previous: the former key, whose codes stay valid while they live; nil if there is none.
    ///   - counting: the key of all digests of counts. Replacing it forgets all counts, so do not replace both keys at
    ///     once; nil uses the bytes of `codes`.
    package init(codes: [UInt8], previous: [UInt8]? = nil, counting: [UInt8]? = nil) {
        current = CodeKey(codes)
        self.previous = previous.map(CodeKey.init)
        self.counting = counting ?? codes
    }

    /// Whether a ticket's code was made with one of these keys.
    package func knows(_ ticket: CodeTicket) -> Bool { key(of: ticket.code) != nil }

    /// The key of a code, by the code's id; nil if it is neither of these.
    func key(of code: String) -> CodeKey? { [current, previous].compactMap { $0 }.first { $0.made(code) } }

    // MARK: Digests for the storage

    /// The storage's key of an item, which cannot be read without the counting key.
    func item(_ kind: StateKey.Kind, _ fields: [String]) -> StateKey {
        StateKey(kind, digest: CodeKey.text(counting, kind.rawValue, fields))
    }

    /// A short digest of a request or an answer, to recognize repetitions. Two different ones collide once in 2^60.
    func mark(_ fields: [String]) -> String { String(CodeKey.text(counting, "mark", fields).prefix(10)) }

    /// Bytes that stay the same when the key of the codes is replaced.
    /// - Parameter label: what they are for.
    package func lastingBytes(_ label: String, _ fields: [String]) -> [UInt8] {
        CodeKey.hash(counting, "lasting " + label, fields)
    }
}

/// One key of emailed codes, and its derivations. Each has its own label and prefixes each field with its length, so no
/// two give the same value.
struct CodeKey: Sendable {
    private let bytes: [UInt8]
    /// Identifies the key. The ids of its codes begin with it.
    let id: String

    private static let idLength = 4
    private static let codeIDLength = 22

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        id = String(Self.text(bytes, "key", []).prefix(Self.idLength))
    }

    /// Whether a code with that id was made with this key.
    func made(_ code: String) -> Bool { code.hasPrefix(id) }

    /// The id of an attempt's code. Without the key, the code cannot be computed from it.
    func codeID(_ fields: [String]) -> String {
        id + Self.text(bytes, "code", fields).prefix(Self.codeIDLength - Self.idLength)
    }

    /// The digits of a code. All numbers are equally likely, to one part in 10^11: at most eight digits are taken from
    /// 64 bits.
    ///
    /// The digits depend on account, client and address, so a code sent to a user's old address cannot prove the new
    /// one.
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

    fileprivate static func text(_ key: [UInt8], _ label: String, _ fields: [String]) -> String {
        Base64URL.encode(hash(key, label, fields))
    }

    fileprivate static func hash(_ key: [UInt8], _ label: String, _ fields: [String]) -> [UInt8] {
        HMACSHA256.authenticationCode(for: LengthPrefixedFields.bytes(label, fields), key: key)
    }
}

extension Settings {
    /// `OTP_LIFETIME`: how long a short code is valid, in seconds.
    package func codeLifetime() throws(FunctionError) -> Int64 {
        try integer("OTP_LIFETIME", in: 60...CodeRules.maximumLifetime, default: 300)
    }

    /// `OTP_MAILS_PER_HOUR`: how many mails the whole deployment sends in one hour of the clock.
    package func mailsPerHour() throws(FunctionError) -> Int64 {
        try integer("OTP_MAILS_PER_HOUR", in: 1...1_000_000, default: 3_600)
    }
}

extension Services {
    /// The keys of emailed codes. `OTP_KEY` may be replaced while the process runs; the key of the counts is read once.
    package func codeKeys(_ log: Log) throws(FunctionError) -> RotatingSecret<CodeKeys> {
        let (variable, countingVariable) = ("OTP_KEY", "OTP_COUNTING_KEY")
        let counting = try secret(countingVariable).map { Array($0.utf8) }
        guard counting != nil || !isReadFromSecretsManager(variable) else {
            throw .configuration(
                countingVariable,
                "or \(countingVariable)_ARN must be set with \(variable)_ARN: "
                    + "a new version of that secret would empty the counts")
        }
        guard counting.map({ $0.count >= ReplaceableKey.minimumLength }) ?? true else {
            throw .configuration(countingVariable, "must hold at least \(ReplaceableKey.minimumLength) bytes")
        }
        return try replaceableKey(variable, log) { (key) throws(FunctionError) in
            CodeKeys(codes: key.current, previous: key.previous, counting: counting)
        }
    }
}
