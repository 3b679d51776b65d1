internal import JSON
internal import OpenSSLCrypto

/// What the client says about a ceremony (WebAuthn section 5.8.1). Members that are not read here, `tokenBinding`
/// among them, may be there.
package struct CollectedClientData: Sendable {
    /// `webauthn.create` or `webauthn.get`.
    package let type: String
    /// The challenge, as base64url text.
    package let challenge: String
    /// Where the ceremony took place: a web origin, or `android:apk-key-hash:` and the hash of an app's certificate.
    package let origin: String
    /// Whether it took place in a frame of another origin; absent means not.
    package let crossOrigin: Bool
    /// The origin of the outermost page, where that differs.
    package let topOrigin: String?
    /// SHA-256 of the bytes, which signatures cover.
    package let hash: [UInt8]

    /// No client writes more than a few hundred bytes, nor objects within objects within objects.
    private static let limits = JSONLimits(maximumBytes: 16_384, maximumDepth: 8)

    /// Client data from the bytes the client hashed.
    ///
    /// - Throws: `ClientDataError`. A byte-order mark is refused, which a lenient reader would pass over: no client
    ///   writes one.
    package init(_ bytes: [UInt8]) throws(ClientDataError) {
        let json: JSONValue
        do { json = try JSONValue(parsing: bytes, limits: Self.limits) } catch { throw .malformed(error) }
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
