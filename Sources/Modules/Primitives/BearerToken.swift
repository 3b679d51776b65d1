/// The form of tokens that clients send.
package enum BearerToken {
    /// Whether a text is a `b64token` (RFC 6750 section 2.1), wherever its equals signs stand.
    package static func isValid(_ text: some Collection<UInt8>) -> Bool {
        !text.isEmpty && text.allSatisfy { $0.isASCIIAlphanumeric || "-._~+/=".utf8.contains($0) }
    }
}
