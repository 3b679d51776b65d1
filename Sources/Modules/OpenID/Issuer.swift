package import HTTP

/// An OpenID provider's issuer identifier (OpenID Connect Core 1.0 section 2): an `https` URL without query and
/// fragment, compared byte for byte wherever it appears. Plain `http` is taken for this machine alone.
package struct Issuer: Equatable, Sendable {
    /// The identifier exactly as configured; a slash at its end belongs to it.
    package let text: String
    /// The same as an address, without that slash.
    package let url: BaseURL

    /// The longest identifier, so that it and a subject fit into a user attribute.
    private static let maximumLength = 512

    /// Checks an identifier; nil for anything that is none, and for one with a vertical bar, which would blur where it
    /// ends in front of a subject.
    package init?(_ text: String) {
        guard text.utf8.count <= Self.maximumLength, !text.utf8.contains(UInt8(ascii: "|")), let url = BaseURL(text)
        else { return nil }
        self.text = text
        self.url = url
    }

    /// Where the provider describes itself (OpenID Connect Discovery 1.0 section 4).
    var metadataURL: String { url.text + "/.well-known/openid-configuration" }
}
