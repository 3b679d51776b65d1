private import Primitives

extension FunctionURLRequest {
    /// The token of an `Authorization: Bearer` header (RFC 6750 section 2.1); nil if there is no such header, more than
    /// one, or one with other content.
    package var bearerToken: String? {
        guard let value = header("authorization") else { return nil }
        let parts = value.utf8.split(separator: UInt8(ascii: " "), maxSplits: 1, omittingEmptySubsequences: false)
        // A `b64token` has no comma, by which Lambda joins two headers of one name.
        guard parts.count == 2, String(Substring(parts[0])).lowercased() == "bearer" else { return nil }
        let token = String(Substring(parts[1]))
        return BearerToken.isValid(token) ? token : nil
    }
}
