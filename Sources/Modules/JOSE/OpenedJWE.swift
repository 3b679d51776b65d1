package import JSON

/// A sealed token that has been opened: whoever sealed it holds the key. There is no other way to make one.
package struct OpenedJWE: Sendable {
    /// The protected header, a JSON object.
    package let header: JSONValue
    /// The payload's bytes.
    package let payload: [UInt8]
    /// The identifier of the key that opened it.
    package let keyID: String

    init(header: JSONValue, payload: [UInt8], keyID: String) {
        self.header = header
        self.payload = payload
        self.keyID = keyID
    }
}
