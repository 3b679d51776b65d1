/// Why bytes are no authenticator data (WebAuthn section 6.1).
package enum AuthenticatorDataError: Error, Equatable, Sendable {
    /// The bytes end before what the flags announce.
    case tooShort
    /// A credential id is empty or longer than 1023 bytes.
    case invalidCredentialIDLength(Int)
    /// The public key of the attested credential is none, or none accepted here.
    case publicKey(COSEError)
    /// The extension data is not canonical CBOR.
    case malformedExtensions(CBORError)
    /// The extension data is CBOR, but no map.
    case extensionsNotAMap
    /// Bytes follow what the flags announce.
    case trailingBytes
}
