/// Why bytes are not authenticator data (WebAuthn section 6.1).
package enum AuthenticatorDataError: Error, Equatable, Sendable {
    /// The bytes end before the parts that the flags announce.
    case tooShort
    /// A credential id is empty or longer than 1023 bytes.
    case invalidCredentialIDLength(Int)
    /// The public key of the attested credential is invalid or not accepted.
    case publicKey(COSEError)
    /// The extension data is not canonical CBOR.
    case malformedExtensions(CBORError)
    /// The extension data is CBOR, but not a map.
    case extensionsNotAMap
    /// Bytes follow the parts that the flags announce.
    case trailingBytes
}
