private import Primitives

/// The contents of a request's `Authorization` header.
enum Credentials: Equatable {
    /// A token.
    case bearer(String)
    /// The decoded text of Basic authentication.
    case basic(String)

    /// - Throws: `unauthorized` if the header is missing or has another form.
    init(_ headers: [String: String]) throws(APIError) {
        let parts = (headers["authorization"] ?? "").split(separator: " ", omittingEmptySubsequences: true)
        guard parts.count == 2 else { throw .unauthorized }
        switch parts[0].lowercased() {
        case "bearer": self = .bearer(String(parts[1]))
        case "basic":
            // Some clients do not use the alphabet and the padding that Basic authentication requires.
            guard let bytes = Base64.decodeEitherAlphabet(parts[1]), let text = String(validating: bytes, as: UTF8.self)
            else { throw .unauthorized }
            self = .basic(text)
        default: throw .unauthorized
        }
    }

    /// The tenant id that clients send instead of a user name. iOS writes `id:` in base64url without padding, Android
    /// writes it in standard base64, and browsers write the percent-encoded id without a colon.
    var tenantID: String? {
        guard case .basic(let text) = self else { return nil }
        let name = text.utf8.last == UInt8(ascii: ":") ? text.dropLast() : text[...]
        return name.percentDecoded
    }

    /// The secret that servers send instead of a user name, with an empty password.
    var secret: [UInt8]? {
        guard case .basic(let text) = self, text.utf8.last == UInt8(ascii: ":") else { return nil }
        return Array(text.utf8.dropLast())
    }
}
