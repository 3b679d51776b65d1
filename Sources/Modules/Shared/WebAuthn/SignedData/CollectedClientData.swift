package import JSON
internal import OpenSSLCrypto

/// What the client says about a ceremony (WebAuthn section 5.8.1). Other members, such as `tokenBinding`, are ignored.
package struct CollectedClientData: Sendable {
    /// `webauthn.create` or `webauthn.get`.
    package let type: String
    /// The challenge, as base64url text.
    package let challenge: String
    /// Where the ceremony took place: a web origin, or `android:apk-key-hash:` and the hash of an app's certificate.
    package let origin: String
    /// Whether it took place in a frame of another origin; false if the member is absent.
    package let crossOrigin: Bool
    /// The origin of the outermost page, if the client names it.
    package let topOrigin: String?
    /// SHA-256 of the bytes. Signatures cover this hash.
    package let hash: [UInt8]

    /// Clients write only a few hundred bytes, and do not nest objects deeply.
    private static let limits = (bytes: 16_384, depth: 8)

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// Client data from the bytes that the client hashed.
    ///
    /// A byte-order mark is skipped, as section 7.1 step 5 demands ("UTF-8 decode"). The hash covers it.
    ///
    /// - Throws: `ClientDataError`.
    package init(_ bytes: [UInt8]) throws(ClientDataError) {
        let json: JSONValue
        let text = bytes.starts(with: Self.byteOrderMark) ? Array(bytes.dropFirst(Self.byteOrderMark.count)) : bytes
        do {
            json = try JSONValue(
                parsing: text, maximumBytes: Self.limits.bytes, maximumDepth: Self.limits.depth)
        } catch { throw .malformed(error) }
        guard json.kind == .object else { throw .notAnObject }
        func string(_ name: String) throws(ClientDataError) -> String {
            guard let string = json[name]?.string else { throw .invalidMember(name) }
            return string
        }
        type = try string("type")
        challenge = try string("challenge")
        origin = try string("origin")
        guard let crossOrigin = json["crossOrigin"].map(\.bool) ?? false else { throw .invalidMember("crossOrigin") }
        self.crossOrigin = crossOrigin
        topOrigin = json["topOrigin"] == nil ? nil : try string("topOrigin")
        hash = SHA256.digest(of: bytes)
    }
}

/// Why bytes are not client data (WebAuthn section 5.8.1).
package enum ClientDataError: Error, Equatable, Sendable {
    /// The bytes are not acceptable JSON.
    case malformed(JSONError)
    /// The text is JSON, but not an object.
    case notAnObject
    /// The named member is required but absent, or has a wrong type.
    case invalidMember(String)
}
