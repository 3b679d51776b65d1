extension PublicKey {
    /// A key from its DER encoding, a SubjectPublicKeyInfo (RFC 5280 section 4.1).
    ///
    /// - Throws: as `init(_:)` does for numbers, and `invalidKey` if the bytes are not a key of an accepted kind, or if
    ///   more bytes follow it.
    package init(subjectPublicKeyInfo der: [UInt8]) throws(CryptoError) {
        try self.init(Self.handle(der))
    }

    /// A key that OpenSSL has read, with the checks that every key passes.
    ///
    /// - Throws: as `init(_:)` does for numbers, and `invalidKey` for a kind of key that is not accepted here.
    init(_ handle: KeyHandle) throws(CryptoError) {
        let components = try drainingErrors { () throws(CryptoError) in
            guard let kind = handle.kind else { throw .invalidKey }
            return try handle.publicComponents(kind)
        }
        try self.init(components)
    }
}
