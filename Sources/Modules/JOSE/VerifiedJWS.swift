package import JSON

/// A token whose signature has been verified; there is no other way to make one.
package struct VerifiedJWS: Sendable {
    /// The protected header, a JSON object.
    package let header: JSONValue
    /// The payload's bytes. All that is known about them is that the key's owner signed them.
    package let payload: [UInt8]
    /// The algorithm of the key that verified it.
    package let algorithm: JWSAlgorithm
    /// The identifier of the key that verified it.
    package let keyID: String?

    init(header: JSONValue, payload: [UInt8], key: VerificationKey) {
        self.header = header
        self.payload = payload
        algorithm = key.algorithm
        keyID = key.keyID
    }
}
