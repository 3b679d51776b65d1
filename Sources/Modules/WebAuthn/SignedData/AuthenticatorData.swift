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
