internal import JSON
private import Primitives

/// A signed token's protected header, checked as far as possible without the keys.
struct JWSHeader {
    private static let refusedParameters = ["crit", "b64"]

    let json: JSONValue
    let algorithm: JWSAlgorithm
    let keyID: String?

    init(parsing bytes: [UInt8]) throws(JOSEError) {
        json = try JOSEHeader.object(bytes, refusing: Self.refusedParameters)
        // The enumeration's own initializer would compare canonically equivalent characters as equal.
        guard let name = json["alg"], let algorithm = JWSAlgorithm.allCases.first(where: { name.isString($0.rawValue) })
        else { throw .unsupportedAlgorithm }
        self.algorithm = algorithm
        keyID = try JOSEHeader.keyID(in: json)
    }

    /// Compares `typ` with the expected type.
    func require(type expected: String) throws(JOSEError) { try JOSEHeader.require(type: expected, in: json) }

    /// The keys that may verify a token with this header.
    func candidates(among keys: [VerificationKey]) throws(JOSEError) -> [VerificationKey] {
        let named = keys.filter { key in
            guard let keyID else { return true }
            return key.keyID?.hasSameBytes(as: keyID) ?? false
        }
        guard !named.isEmpty else { throw .unknownKeyID }
        let usable = named.filter { $0.algorithm == algorithm }
        guard !usable.isEmpty else { throw .algorithmMismatch }
        return usable
    }
}
