private import Addresses
internal import JSON
private import Primitives

/// The path and the query of a request. They are split before anything in them is decoded.
package struct RequestTarget {
    /// The path's segments.
    package let segments: [String]
    private let query: [(name: String, value: String)]

    /// - Throws: `noSuchPath` if the text does not begin with a slash; `invalidRequest` if a part cannot be decoded.
    package init(_ text: String) throws(APIError) {
        let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard let path = parts.first, path.utf8.first == UInt8(ascii: "/") else { throw .noSuchPath }
        segments = try Self.decode(path.dropFirst().split(separator: "/", omittingEmptySubsequences: false))
        let pairs = parts.dropFirst().first?.split(separator: "&") ?? []
        var query: [(name: String, value: String)] = []
        for pair in pairs {
            let halves = try Self.decode(pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false))
            query.append((name: halves[0], value: halves.count > 1 ? halves[1] : ""))
        }
        self.query = query
    }

    /// The value of a parameter that occurs exactly once; nil if it is missing or repeated.
    package func parameter(_ name: String) -> String? {
        let values = query.filter { $0.name.hasSameBytes(as: name) }
        return values.count == 1 ? values.first?.value : nil
    }

    private static func decode(_ parts: [Substring]) throws(APIError) -> [String] {
        var decoded: [String] = []
        for part in parts {
            guard let text = part.percentDecoded else { throw .invalidRequest("the path or the query") }
            decoded.append(text)
        }
        return decoded
    }
}

/// The JSON object of a request's body.
package struct RequestBody {
    /// The longest id, name or key allowed, in bytes.
    package static let maximumTextLength = 256

    /// The object; nil if the body is empty, which means an empty object.
    let json: JSONValue?

    /// - Throws: `tooLarge`; `invalidRequest` if the body is not a JSON object.
    package init(_ bytes: [UInt8]) throws(APIError) {
        guard bytes.count <= APIRequest.maximumBodyLength else { throw .tooLarge }
        guard !bytes.isEmpty else {
            json = nil
            return
        }
        let value = try? JSONValue(parsing: bytes, maximumBytes: APIRequest.maximumBodyLength, maximumDepth: 16)
        guard let value, value.kind == .object else {
            throw .invalidRequest("the body")
        }
        json = value
    }

    /// The member of that name; nil if it is missing or null.
    subscript(name: String) -> JSONValue? {
        guard let value = json?[name], !value.isNull else { return nil }
        return value
    }

    /// An optional text, which must be neither empty nor too long.
    package func text(_ name: String, maximumLength: Int = maximumTextLength) throws(APIError) -> String? {
        guard let value = self[name] else { return nil }
        guard let text = value.string, 1...maximumLength ~= text.utf8.count else { throw .invalidRequest(name) }
        return text
    }

    /// A required text.
    package func requiredText(_ name: String, maximumLength: Int = maximumTextLength) throws(APIError) -> String {
        guard let text = try text(name, maximumLength: maximumLength) else { throw .invalidRequest(name) }
        return text
    }

    /// An optional email address. One that cannot get mails is accepted, so that a request for a code to it gets the
    /// usual answer.
    package func email(_ name: String = "email") throws(APIError) -> String? {
        guard let text = try text(name, maximumLength: EmailAddress.maximumLength) else { return nil }
        do throws(EmailAddressError) { _ = try EmailAddress(text) } catch .notOneAddress {
            throw .invalidRequest(name)
        } catch {}
        return text
    }
}

/// The contents of a request's `Authorization` header.
package enum Credentials: Equatable {
    /// A token.
    case bearer(String)
    /// The decoded text of Basic authentication.
    case basic(String)

    /// - Throws: `unauthorized` if the header is missing or has another form.
    package init(_ headers: [String: String]) throws(APIError) {
        let parts = (headers["authorization"] ?? "").split(separator: " ", omittingEmptySubsequences: true)
        guard parts.count == 2 else { throw .unauthorized }
        switch parts[0].lowercased() {
        case "bearer": self = .bearer(String(parts[1]))
        case "basic":
            // Some clients use another alphabet or padding than Basic authentication requires.
            guard let bytes = Base64.decodeAnyForm(parts[1]), let text = String(validating: bytes, as: UTF8.self)
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
}
