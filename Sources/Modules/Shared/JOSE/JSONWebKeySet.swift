internal import JSON
private import Primitives

/// The keys of a published JWK set (RFC 7517 section 5) that can verify tokens here.
package struct JSONWebKeySet: Sendable {
    /// The sets that issuers publish are much smaller. There is a limit because a set comes over the network.
    private static let limits = (bytes: 65_536, depth: 16)
    /// More keys than any issuer needs. There is a limit because a token without `kid` is tried with every key of its
    /// algorithm.
    private static let maximumCount = 64

    /// The usable keys, in the order of the set.
    package let keys: [VerificationKey]

    /// Reads a set.
    ///
    /// As section 5 recommends, an entry that cannot be used is left out: a `kty`, `crv`, `alg` or size that is not
    /// accepted here, a `use` or `key_ops` for something else, or a missing or broken member. A symmetric key is left
    /// out too, because it cannot be trusted once it is published. Tokens signed with a key that was left out are
    /// refused, because no key verifies them.
    ///
    /// - Throws: `invalidKeySet`; `privateKeyPublished` when an asymmetric entry holds private members,
    ///   `duplicateKeyID` when two usable entries have the same `kid`. Both errors refuse the whole set.
    package init(parsing bytes: [UInt8]) throws(JOSEError) {
        let json = try? JSONValue(
            parsing: bytes, maximumBytes: Self.limits.bytes, maximumDepth: Self.limits.depth)
        guard let list = json?["keys"], list.kind == .array, list.elements.count <= Self.maximumCount else {
            throw .invalidKeySet
        }
        var keys: [VerificationKey] = []
        for entry in list.elements {
            guard entry.kind == .object else { throw .invalidKeySet }
            guard let key = try Self.usableKey(entry) else { continue }
            if let id = key.keyID, keys.contains(where: { $0.keyID?.hasSameBytes(as: id) ?? false }) {
                throw .duplicateKeyID
            }
            keys.append(key)
        }
        self.keys = keys
    }

    private static func usableKey(_ entry: JSONValue) throws(JOSEError) -> VerificationKey? {
        do {
            let key = try VerificationKey(jwk: entry)
            return key.algorithm == .hs256 ? nil : key
        } catch .privateKeyPublished {
            throw .privateKeyPublished
        } catch {
            return nil
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
        if let operations = json["key_ops"] {
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
    var isPrivate: Bool { Self.privateMembers.contains { json[$0] != nil } }

    /// A member's bytes.
    func bytes(_ name: String) throws(JOSEError) -> [UInt8] {
        guard let text = try json.text(name) else { throw .invalidKey }
        return try Base64URL.required(Array(text.utf8)[...])
    }
}

extension JSONValue {
    /// A member that must be a string if it is present.
    fileprivate func text(_ name: String) throws(JOSEError) -> String? {
        guard let value = self[name] else { return nil }
        guard let text = value.string else { throw .invalidKey }
        return text
    }
}
