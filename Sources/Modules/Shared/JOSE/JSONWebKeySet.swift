internal import JSON
private import OpenSSLCrypto
private import Primitives

/// The keys of a published JWK set (RFC 7517 section 5) that can verify tokens here.
package struct JSONWebKeySet: Sendable {
    /// The sets that issuers publish are much smaller. There is a limit because a set comes over the network.
    private static let limits = (bytes: 65_536, depth: 16)
    /// More keys than any issuer needs. There is a limit because a token without `kid` is tried with every key of its
    /// algorithm.
    private static let maximumCount = 64

    /// The usable keys, in the order of the set. Several may have one `kid` (RFC 7517 section 4.5): a token is tried
    /// with each of them that has its algorithm.
    package private(set) var keys: [VerificationKey] = []
    /// The entries that were left out, in the order of the set.
    package private(set) var leftOut: [LeftOutKey] = []

    /// Reads a set.
    ///
    /// As section 5 recommends, an entry that cannot be used is left out. Tokens signed with a key that was left out
    /// are refused, because no key verifies them. A member that is null is an absent one: many libraries write out what
    /// a key does not have.
    ///
    /// - Throws: `invalidKeySet`; `privateKeyPublished` when an asymmetric entry holds private members. Both errors
    ///   refuse the whole set.
    package init(parsing bytes: [UInt8]) throws(JOSEError) {
        let json = try? JSONValue(
            parsing: bytes, maximumBytes: Self.limits.bytes, maximumDepth: Self.limits.depth)
        guard let list = json?["keys"], list.kind == .array, list.elements.count <= Self.maximumCount else {
            throw .invalidKeySet
        }
        for (index, entry) in list.elements.enumerated() {
            if let reason = try add(entry) { leftOut.append(LeftOutKey(position: index + 1, reason: reason)) }
        }
    }

    /// Adds an entry's key.
    /// - Returns: why it is left out; nil if it is not.
    private mutating func add(_ entry: JSONValue) throws(JOSEError) -> LeftOutKey.Reason? {
        guard entry.kind == .object else { return .notAnObject }
        let key: VerificationKey
        do { key = try VerificationKey(jwk: entry) } catch {
            guard error != .privateKeyPublished else { throw error }
            return .unusable(error)
        }
        // A secret cannot be trusted once it is published.
        guard let publicKey = key.publicKey else { return .secret }
        let isRepeated = keys.contains { other in
            other.publicKey?.components == publicKey.components && key.hasSameID(as: other)
        }
        if isRepeated { return .repeated }
        keys.append(key)
        return nil
    }
}

/// An entry of a JWK set that verifies no token.
package struct LeftOutKey: Equatable, Sendable {
    /// Why an entry is left out.
    package enum Reason: Equatable, Sendable {
        /// It is not an object.
        case notAnObject
        /// It is a symmetric key.
        case secret
        /// An entry before it has the same key and the same `kid`.
        case repeated
        /// It has a `kty`, `crv`, `alg` or size that is not accepted here, a `use` or `key_ops` for something else, or
        /// a missing or broken member.
        case unusable(JOSEError)
    }

    /// Its place in the set, from 1.
    package let position: Int
    package let reason: Reason
}

extension LeftOutKey.Reason: CustomStringConvertible {
    /// For the log and for `check-issuer`.
    package var description: String {
        switch self {
        case .notAnObject: "not an object"
        case .secret: "a symmetric key"
        case .repeated: "the same key again"
        case .unusable(.unsupportedKey): "a kind, curve or size that is not accepted"
        case .unusable(.wrongKeyAlgorithm): "its alg is not accepted or contradicts its kty"
        case .unusable(.wrongKeyUse): "its use or key_ops is not for verifying signatures"
        case .unusable: "a member is missing or broken"
        }
    }
}

/// A JSON Web Key (RFC 7517 section 4) whose members that decide its use have been checked.
struct JSONWebKey {
    private static let privateMembers = ["d", "p", "q", "dp", "dq", "qi", "oth"]

    /// The kinds of keys accepted, by `kty` and, if it matters, `crv`.
    private static let kinds: [(type: String, curve: String?, algorithm: JWSAlgorithm)] = [
        ("oct", nil, .hs256), ("RSA", nil, .rs256), ("EC", "P-256", .es256), ("OKP", "Ed25519", .edDSA),
    ]

    let json: JSONValue
    /// The algorithm that follows from `kty` and `crv`; RSA keys are used only for RS256.
    let algorithm: JWSAlgorithm
    let keyID: String?

    /// Checks `kty`, `crv`, `alg`, `use`, `key_ops` and `kid`.
    init(_ json: JSONValue) throws(JOSEError) {
        self.json = json
        algorithm = try Self.algorithm(of: json)
        if let named = try json.text("alg"), !named.hasSameBytes(as: algorithm.rawValue) { throw .wrongKeyAlgorithm }
        if let use = try json.text("use"), !use.hasSameBytes(as: "sig") { throw .wrongKeyUse }
        if let operations = json.given("key_ops") {
            guard operations.kind == .array else { throw .invalidKey }
            guard operations.elements.contains(where: { $0.isString("verify") }) else { throw .wrongKeyUse }
        }
        keyID = try json.text("kid")
    }

    private static func algorithm(of json: JSONValue) throws(JOSEError) -> JWSAlgorithm {
        guard let type = try json.text("kty") else { throw .invalidKey }
        let curve = try json.text("crv")
        let kind = kinds.first { kind in
            type.hasSameBytes(as: kind.type) && kind.curve.map { curve?.hasSameBytes(as: $0) ?? false } ?? true
        }
        guard let kind else { throw .unsupportedKey }
        return kind.algorithm
    }

    /// Whether an asymmetric key holds members that only its owner may know.
    var isPrivate: Bool { Self.privateMembers.contains { json.given($0) != nil } }

    /// A member's bytes.
    func bytes(_ name: String) throws(JOSEError) -> [UInt8] {
        guard let text = try json.text(name) else { throw .invalidKey }
        return try Base64URL.required(Array(text.utf8)[...])
    }
}

extension JSONValue {
    /// A member; nil if it is null.
    fileprivate func given(_ name: String) -> JSONValue? { self[name].flatMap { $0.isNull ? nil : $0 } }

    /// A member that must be a string if it is given.
    fileprivate func text(_ name: String) throws(JOSEError) -> String? {
        guard let value = given(name) else { return nil }
        guard let text = value.string else { throw .invalidKey }
        return text
    }
}
