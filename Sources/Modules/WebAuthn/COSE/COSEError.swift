/// Why bytes are no public key of a credential (WebAuthn section 6.5.1, RFC 9052 section 7).
package enum COSEError: Error, Equatable, Sendable {
    /// The bytes are not canonical CBOR.
    case malformed(CBORError)
    /// The item is no map.
    case notAMap
    /// The key names no algorithm.
    case algorithmMissing
    /// The key's algorithm is not accepted here.
    case unsupportedAlgorithm(Int64)
    /// The key type is not the algorithm's.
    case wrongKeyType
    /// The curve is not the algorithm's.
    case wrongCurve
    /// The parameter of that label is absent or has a wrong type.
    case invalidParameter(Int64)
    /// The key has a parameter beyond those its algorithm requires.
    case unexpectedParameter
    /// The numbers make no key: a point off its curve, a wrong length, an RSA modulus or exponent not accepted.
    case invalidKey
}
