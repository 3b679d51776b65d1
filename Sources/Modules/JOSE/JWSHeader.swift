internal import JSON
private import Primitives

/// A protected header, checked as far as possible without the keys.
struct JWSHeader {
    /// No header needs deeper nesting. The limit on the token already bounds the header's length.
    private static let limits = JSONLimits(maximumBytes: .max, maximumDepth: 8)
    private static let refusedParameters = ["crit", "b64"]

    let json: JSONValue
    let algorithm: JWSAlgorithm
    let keyID: String?

    init(parsing bytes: [UInt8]) throws(JOSEError) {
        do { json = try JSONValue(parsing: bytes, limits: Self.limits) } catch { throw .malformedHeader(error) }
        guard json.kind == .object else { throw .invalidHeader }
        for name in Self.refusedParameters where json[name] != nil { throw .unsupportedHeaderParameter(name) }
        guard let algorithm = json["alg"]?.string.flatMap(JWSAlgorithm.init) else { throw .unsupportedAlgorithm }
        self.algorithm = algorithm
        keyID = try json["kid"].map { value throws(JOSEError) in
            guard let text = value.string else { throw .invalidHeader }
            return text
        }
    }

    /// Compares `typ` with the expected type.
    func require(type expected: String) throws(JOSEError) {
        guard let type = json["typ"]?.string, Self.mediaType(type) == Self.mediaType(expected) else { throw .wrongType }
    }

    /// The keys that may verify a token with this header.
    func candidates(among keys: [VerificationKey]) throws(JOSEError) -> [VerificationKey] {
        let named = keys.filter { key in
            guard let keyID else { return true }
            return key.keyID?.utf8.elementsEqual(keyID.utf8) ?? false
        }
        guard !named.isEmpty else { throw .unknownKeyID }
        let usable = named.filter { $0.algorithm == algorithm }
        guard !usable.isEmpty else { throw .algorithmMismatch }
        return usable
    }

    /// The bytes by which media types are compared: in lower case and without the optional prefix.
    private static func mediaType(_ text: String) -> [UInt8] {
        let lowered = text.utf8.map(\.asciiLowercased)
        let prefix = Array("application/".utf8)
        let rest = lowered.dropFirst(prefix.count)
        return lowered.starts(with: prefix) && !rest.contains(UInt8(ascii: "/")) ? Array(rest) : lowered
    }
}
