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
    var isEncrypted: Bool { url.text.hasPrefix("https://") }

    /// The address of the provider's metadata (OpenID Connect Discovery 1.0 section 4).
    var metadataURL: String { url.text + "/.well-known/openid-configuration" }
}
