private import HTTP

/// The address of a provider's keys: `https`, or plain `http` to this machine alone. It may have a query, which some
/// providers tell their policies apart by.
package struct KeySetURL: Equatable, Sendable {
    /// The address exactly as it was given.
    package let text: String

    private static let maximumLength = 2_048

    /// Checks an address; nil for anything that is no absolute URL of a host, or that has user name or fragment.
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
