extension FunctionURLRequest {
    /// The token of an `Authorization: Bearer` header (RFC 6750 section 2.1); nil for any other content of it, several
    /// of them included, and where there is none.
    package var bearerToken: String? {
        guard let value = header("authorization") else { return nil }
        let parts = value.utf8.split(separator: UInt8(ascii: " "), maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, String(Substring(parts[0])).lowercased() == "bearer", !parts[1].isEmpty,
            parts[1].allSatisfy(Self.isTokenByte)
        else { return nil }
        return String(Substring(parts[1]))
    }

    /// What `b64token` is made of: no comma, by which Lambda joins two headers of one name.
    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "-._~+/=".utf8.contains(byte)
        }
    }
}
