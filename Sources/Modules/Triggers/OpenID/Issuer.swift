package import HTTP

/// An OpenID provider's issuer identifier (OpenID Connect Core 1.0 section 2): an `https` URL without query and
/// fragment, compared byte for byte wherever it appears. Plain `http` is accepted only for this machine.
package struct Issuer: Equatable, Sendable {
    /// The identifier exactly as configured, including a slash at its end.
    package let text: String
    /// The identifier as an address, without a slash at its end.
    package let url: BaseURL

    /// The longest identifier, chosen so that an identifier and a subject fit into a user attribute.
    private static let maximumLength = 512

    /// Checks an identifier; nil if the text is not one, and if it has a vertical bar, which separates the identifier
    /// from a subject.
    package init?(_ text: String) {
        guard text.utf8.count <= Self.maximumLength, !text.utf8.contains(UInt8(ascii: "|")), let url = BaseURL(text)
        else { return nil }
        self.text = text
        self.url = url
    }

    /// Whether the provider is reached over TLS; otherwise it is on this machine.
    var isEncrypted: Bool { url.isEncrypted }

    /// The address of the provider's metadata (OpenID Connect Discovery 1.0 section 4).
    var metadataURL: String { url.text + "/.well-known/openid-configuration" }
}

/// The address of a provider's keys: `https`, or plain `http` only for this machine. It may have a query, with which
/// some providers select a policy.
package struct KeySetURL: Equatable, Sendable {
    /// The address exactly as it was given.
    package let text: String

    /// Whether the keys come over TLS.
    var isEncrypted: Bool { text.hasPrefix("https://") }

    private static let maximumLength = 2_048

    /// Checks an address; nil if the text is not an absolute URL with a host, or if it has a user name or a fragment.
    package init?(_ text: String) {
        let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard text.utf8.count <= Self.maximumLength, let address = parts.first, BaseURL(String(address)) != nil else {
            return nil
        }
        let isClean = parts.dropFirst().joined().utf8.allSatisfy { byte in
            0x21...0x7E ~= byte && !"#\\\"<>".utf8.contains(byte)
        }
        guard isClean else { return nil }
        self.text = text
    }
}
