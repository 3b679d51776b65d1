internal import JSON
private import Primitives

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
