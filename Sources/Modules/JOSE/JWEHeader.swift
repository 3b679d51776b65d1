internal import JSON

/// A sealed token's protected header, checked as far as possible without the keys.
struct JWEHeader {
    private static let refusedParameters = ["crit", "zip"]

    let json: JSONValue
    let keyID: String

    init(parsing bytes: [UInt8], expectedType: String) throws(JOSEError) {
        json = try JOSEHeader.object(bytes, refusing: Self.refusedParameters)
        guard json["alg"]?.isString(CompactJWE.algorithm) ?? false else { throw .unsupportedAlgorithm }
        guard json["enc"]?.isString(CompactJWE.encryption) ?? false else { throw .unsupportedEncryption }
        try JOSEHeader.require(type: expectedType, in: json)
        guard let keyID = try JOSEHeader.keyID(in: json) else { throw .unknownKeyID }
        self.keyID = keyID
    }
}
