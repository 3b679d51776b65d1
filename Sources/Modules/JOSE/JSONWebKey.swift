internal import JSON
private import Primitives

/// A JSON Web Key (RFC 7517 section 4) whose members that decide its use have been checked.
struct JSONWebKey {
    private static let privateMembers = ["d", "p", "q", "dp", "dq", "qi", "oth"]

    let json: JSONValue
    /// The algorithm that follows from `kty` and `crv`; RSA keys are used only for RS256.
    let algorithm: JWSAlgorithm
    let keyID: String?

    /// Checks `kty`, `crv`, `alg`, `use`, `key_ops` and `kid`.
    init(_ json: JSONValue, algorithm wanted: JWSAlgorithm?) throws(JOSEError) {
        self.json = json
        algorithm = try Self.algorithm(of: json)
        if let named = try json.text("alg"), named != algorithm.rawValue { throw .wrongKeyAlgorithm }
        if let wanted, wanted != algorithm { throw .wrongKeyAlgorithm }
        if let use = try json.text("use"), use != "sig" { throw .wrongKeyUse }
        if let operations = json["key_ops"] {
            guard operations.kind == .array else { throw .invalidKey }
            guard operations.elements.contains(where: { $0.string == "verify" }) else { throw .wrongKeyUse }
        }
        keyID = try json.text("kid")
    }

    private static func algorithm(of json: JSONValue) throws(JOSEError) -> JWSAlgorithm {
        guard let type = try json.text("kty") else { throw .invalidKey }
        switch (type, try json.text("crv")) {
        case ("oct", _): return .hs256
        case ("RSA", _): return .rs256
        case ("EC", "P-256"): return .es256
        case ("OKP", "Ed25519"): return .edDSA
        default: throw .unsupportedKey
        }
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
