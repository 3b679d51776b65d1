internal import OpenSSLCrypto

/// A key that both sides of a sealed token hold: `dir` with `A256GCM` (RFC 7518 sections 4.5 and 5.3). The algorithms
/// are fixed when the key is made and never taken from a token.
package struct ContentEncryptionKey: Sendable {
    /// The key's identifier, which every token sealed with it names as `kid`.
    package let keyID: String
    let bytes: [UInt8]

    /// A key of 32 bytes.
    ///
    /// - Throws: `invalidKey` for another length.
    package init(_ bytes: [UInt8], keyID: String) throws(JOSEError) {
        guard bytes.count == AES256GCM.keyLength else { throw .invalidKey }
        self.bytes = bytes
        self.keyID = keyID
        AES256GCM.prepare()
    }
}
