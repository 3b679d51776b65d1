/// What an authenticator says about a ceremony, in the form that it signs (WebAuthn section 6.1).
package struct AuthenticatorData: Sendable {
    /// The bytes it was read from, which the signature covers.
    package let bytes: [UInt8]
    /// SHA-256 of the relying party's id.
    let relyingPartyIDHash: [UInt8]
    /// What the authenticator claims.
    package internal(set) var flags: AuthenticatorFlags
    /// How many signatures the credential or the authenticator has made; 0 if it does not count them.
    package let signCount: UInt32
    /// The new credential; nil without the flag AT. In an assertion it means nothing.
    package let attestedCredential: AttestedCredential?
    /// The map of extension outputs; nil without the flag ED.
    package let extensions: CBORValue?

    /// Authenticator data from its bytes. Every byte must belong to a part that the flags announce.
    ///
    /// - Throws: `AuthenticatorDataError`.
    package init(_ bytes: [UInt8]) throws(AuthenticatorDataError) {
        var rest = bytes[...]
        self.bytes = bytes
        relyingPartyIDHash = Array(try rest.take(32))
        flags = AuthenticatorFlags(rawValue: try rest.take(1).reduce(0) { $0 | $1 })
        signCount = try rest.take(4).reduce(0) { $0 << 8 | UInt32($1) }
        attestedCredential = flags.contains(.attestedCredential) ? try AttestedCredential(&rest) : nil
        extensions = flags.contains(.extensions) ? try Self.extensions(&rest) : nil
        guard rest.isEmpty else { throw .trailingBytes }
    }

    private static func extensions(_ rest: inout ArraySlice<UInt8>) throws(AuthenticatorDataError) -> CBORValue {
        guard !rest.isEmpty else { throw .tooShort }
        let item: (value: CBORValue, length: Int)
        do { item = try CBORValue.decodePrefix(of: rest) } catch { throw .malformedExtensions(error) }
        guard item.value.members != nil else { throw .extensionsNotAMap }
        rest = rest.dropFirst(item.length)
        return item.value
    }
}

extension ArraySlice<UInt8> {
    /// Removes the given number of bytes from the front and returns them.
    mutating func take(_ count: Int) throws(AuthenticatorDataError) -> ArraySlice<UInt8> {
        guard self.count >= count else { throw .tooShort }
        defer { self = dropFirst(count) }
        return prefix(count)
    }
}

/// A new credential in authenticator data (WebAuthn section 6.5.1).
package struct AttestedCredential: Sendable {
    /// The model of the authenticator, 16 bytes; zeros if the authenticator does not say.
    package let aaguid: [UInt8]
    /// The credential's id, 1 to 1023 bytes.
    package let id: [UInt8]
    /// The credential's public key.
    package let publicKey: CredentialPublicKey

    /// The longest credential id allowed, in bytes (WebAuthn section 7.1 step 26).
    package static let maximumIDLength = 1023

    /// Reads a credential from the front of the bytes and removes it from them.
    init(_ rest: inout ArraySlice<UInt8>) throws(AuthenticatorDataError) {
        aaguid = Array(try rest.take(16))
        let idLength = try rest.take(2).reduce(0) { $0 << 8 | Int($1) }
        guard 1...Self.maximumIDLength ~= idLength else { throw .invalidCredentialIDLength(idLength) }
        id = Array(try rest.take(idLength))
        // The key's length is not stated: only its own structure shows where it ends. Extension data may follow it.
        guard !rest.isEmpty else { throw .tooShort }
        let key: (value: CBORValue, length: Int)
        do { key = try CBORValue.decodePrefix(of: rest) } catch { throw .publicKey(.malformed(error)) }
        do {
            publicKey = try CredentialPublicKey(key.value, encoded: Array(rest.prefix(key.length)))
        } catch {
            throw .publicKey(error)
        }
        rest = rest.dropFirst(key.length)
    }
}

/// The flags of authenticator data (WebAuthn section 6.1). Bits 1 and 5 are reserved and ignored.
package struct AuthenticatorFlags: OptionSet, Sendable {
    /// The flags as the bits of a byte.
    package let rawValue: UInt8

    /// Flags from the bits of a byte, including the reserved bits.
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// UP: a person was present.
    package static let userPresent = AuthenticatorFlags(rawValue: 1 << 0)
    /// UV: the authenticator verified the person.
    package static let userVerified = AuthenticatorFlags(rawValue: 1 << 2)
    /// BE: the credential may be backed up. This never changes.
    package static let backupEligible = AuthenticatorFlags(rawValue: 1 << 3)
    /// BS: the credential is backed up now.
    package static let backedUp = AuthenticatorFlags(rawValue: 1 << 4)
    /// AT: attested credential data follows.
    package static let attestedCredential = AuthenticatorFlags(rawValue: 1 << 6)
    /// ED: extension data follows.
    package static let extensions = AuthenticatorFlags(rawValue: 1 << 7)
}

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
