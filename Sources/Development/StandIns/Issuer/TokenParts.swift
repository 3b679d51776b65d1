internal import JOSE
package import JSON
private import Primitives

/// The header and the claims of a token whose signature nobody has verified.
package struct TokenParts {
    /// The header.
    package let header: JSONValue
    /// The claims.
    package let claims: JSONValue

    /// The parts of a text that has the form of a token; nil for any other.
    package init?(_ token: String) {
        let segments = token.split(separator: ".", omittingEmptySubsequences: false)
        guard segments.count == 3, !segments[2].isEmpty, (Base64URL.decode(String(segments[2]))) != nil,
            let header = Base64URL.decode(String(segments[0])).flatMap({ try? JSONValue(parsing: $0) }),
            let claims = Base64URL.decode(String(segments[1])).flatMap({ try? JSONValue(parsing: $0) })
        else { return nil }
        (self.header, self.claims) = (header, claims)
    }
}
