private import HTTP

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
