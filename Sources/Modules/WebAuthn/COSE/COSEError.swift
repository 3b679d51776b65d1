/// Why bytes are not the public key of a credential (WebAuthn section 6.5.1, RFC 9052 section 7).
package enum COSEError: Error, Equatable, Sendable {
    /// The bytes are not canonical CBOR.
    case malformed(CBORError)
    /// The item is not a map.
    case notAMap
    /// The key does not name an algorithm.
    case algorithmMissing
    /// The key's algorithm is not accepted.
    case unsupportedAlgorithm(Int64)
    /// The key type does not fit the algorithm.
    case wrongKeyType
    /// The curve does not fit the algorithm.
    case wrongCurve
    /// The parameter with this label is absent or has a wrong type.
    case invalidParameter(Int64)
    /// The key has a parameter beyond those its algorithm requires.
    case unexpectedParameter
    /// The numbers do not form a key: a point is not on its curve, a length is wrong, or an RSA modulus or exponent is
    /// not accepted.
    case invalidKey
}
