/// The form of tokens that clients send.
package enum BearerToken {
    /// Whether a text is a `b64token` (RFC 6750 section 2.1), except that equals signs may stand anywhere in it.
    // Not generic over collections: callers in other modules cannot specialize it, and one token then takes 20 µs.
    package static func isValid(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { $0.isASCIIAlphanumeric || "-._~+/=".utf8.contains($0) }
    }
}
