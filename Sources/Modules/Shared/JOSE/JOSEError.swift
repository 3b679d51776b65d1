package import JSON

/// Why a token, a key or a set of claims is refused. No case carries a part of a token or a key.
package enum JOSEError: Error, Equatable, Sendable {
    // Tokens.

    /// The token is longer than the limit, in bytes.
    case tokenTooLarge(limit: Int)
    /// The token does not consist of exactly three segments, or of five if it is sealed.
    case wrongSegmentCount
    /// A segment or a key member is not base64url as RFC 7515 section 2 defines it: unpadded and canonical.
    case invalidBase64URL
    /// The header is not JSON.
    case malformedHeader(JSONError)
    /// The header is JSON but not an object, or a parameter that is read has a wrong type.
    case invalidHeader
    /// The header's `alg` is absent or is not an algorithm accepted here. `none` is not accepted.
    case unsupportedAlgorithm
    /// A sealed token's `enc` is absent or is not the one accepted here.
    case unsupportedEncryption
    /// The header holds a parameter that changes how the token is to be read: `crit`, `b64` or `zip`.
    case unsupportedHeaderParameter(String)
    /// The header's `typ` is absent or not the type that was expected.
    case wrongType
    /// No key has the header's `kid`, or a sealed token has none.
    case unknownKeyID
    /// No key that may verify the token is bound to the header's `alg`.
    case algorithmMismatch
    /// No key that may verify the token finds its signature valid for the first two segments.
    case invalidSignature
    /// A sealed token has an encrypted key, although both sides hold the key.
    case unexpectedEncryptedKey
    /// A sealed token's initialization vector is not 12 bytes long.
    case wrongVectorLength
    /// A sealed token's authentication tag is not 16 bytes long.
    case wrongTagLength
    /// A sealed token's authentication tag is not that of its header and its text under the key.
    case notAuthentic
    /// A token could not be sealed.
    case sealingFailed
    /// OpenSSL could not open a sealed token, whether or not it is authentic.
    case openingFailed

    // Keys.

    /// A secret, such as one for HS256 (RFC 7518 section 3.2), is shorter than 32 bytes.
    case secretTooShort
    /// A JWK lacks a member, has one of a wrong type or length, or does not describe a valid key.
    case invalidKey
    /// A JWK has a `kty`, `crv` or size that is not accepted here.
    case unsupportedKey
    /// A JWK's `alg` is not accepted here, or contradicts its `kty` and `crv`.
    case wrongKeyAlgorithm
    /// A JWK's `use` or `key_ops` does not allow verifying signatures.
    case wrongKeyUse
    /// A JWK that should be public holds private members.
    case privateKeyPublished
    /// A text is not a JWK set: not JSON, or not an object with an array `keys` of at most 64 entries.
    case invalidKeySet
    /// A signature could not be made.
    case signingFailed

    // Claims.

    /// The payload is not JSON.
    case malformedClaims(JSONError)
    /// The payload is JSON but not an object.
    case claimsNotAnObject
    /// The named claim has a wrong type or an impossible value.
    case invalidClaim(String)
    /// The named claim is required and absent.
    case missingClaim(String)
    /// `exp` has passed.
    case expired
    /// `nbf` has not been reached.
    case notYetValid
    /// `iat` is in the future.
    case issuedInFuture
    /// `iss` is not the expected issuer.
    case wrongIssuer
    /// `aud` does not name the expected audience.
    case wrongAudience
}
