package import JSON
private import Primitives

/// An HTTP request as a Lambda function URL hands it on: payload format version 2.0.
///
/// Ambiguous input is refused: header names that differ only in case, and base64 that is not canonical.
package struct FunctionURLRequest: Sendable {
    /// The method, in capital letters.
    package let method: String
    /// The path as the front door gives it, and `?` with the query if there is one.
    package let target: String
    /// The front door's id for the request; nil if it gives none.
    package let requestID: String?
    /// The address that the request came from, as the front door saw it; nil if it gives none. No header can change it.
    package let sourceIP: String?
    /// The content, decoded if it came in base64.
    package let body: [UInt8]
    /// The headers by their names in lower case. Lambda joins several headers of one name with commas.
    package let headers: [String: String]

    /// The largest event accepted, unless a function needs more: Lambda itself accepts 6 MB from anybody.
    package static let maximumEventBytes = 65_536

    /// Reads an event.
    /// - Parameters:
    ///   - maximumBodyBytes: the longest content accepted.
    ///   - maximumEventBytes: the longest event accepted.
    package init(
        parsing event: [UInt8], maximumBodyBytes: Int, maximumEventBytes: Int = Self.maximumEventBytes
    ) throws(FunctionURLError) {
        guard event.count <= maximumEventBytes else { throw .tooLarge }
        let json: JSONValue
        do { json = try JSONValue(parsing: event, maximumBytes: maximumEventBytes, maximumDepth: 16) } catch {
            throw .invalidJSON(error)
        }
        guard json["version"]?.string == "2.0" else { throw .invalidMember("version") }
        guard let method = json["requestContext"]?["http"]?["method"]?.string, !method.isEmpty else {
            throw .invalidMember("requestContext.http.method")
        }
        self.method = method
        let query = json["rawQueryString"]?.string ?? ""
        target = (json["rawPath"]?.string ?? "/") + (query.isEmpty ? "" : "?" + query)
        requestID = json["requestContext"]?["requestId"]?.string
        sourceIP = json["requestContext"]?["http"]?["sourceIp"]?.string
        headers = try Self.headers(json["headers"])
        body = try Self.body(json, atMost: maximumBodyBytes)
    }

    private static func headers(_ json: JSONValue?) throws(FunctionURLError) -> [String: String] {
        guard let json, !json.isNull else { return [:] }
        guard json.kind == .object else { throw .invalidMember("headers") }
        var headers: [String: String] = [:]
        for (name, value) in json.members {
            guard let text = value.string else { throw .invalidMember("headers") }
            guard headers.updateValue(text, forKey: name.lowercased()) == nil else { throw .repeatedHeader }
        }
        return headers
    }

    private static func body(_ json: JSONValue, atMost limit: Int) throws(FunctionURLError) -> [UInt8] {
        let isEncoded = json["isBase64Encoded"]?.bool
        guard isEncoded != nil || json["isBase64Encoded"] == nil else { throw .invalidMember("isBase64Encoded") }
        guard let body = json["body"], !body.isNull else { return [] }
        guard let text = body.string else { throw .invalidMember("body") }
        guard isEncoded == true else {
            guard text.utf8.count <= limit else { throw .tooLarge }
            return Array(text.utf8)
        }
        // Four characters for three bytes.
        guard text.utf8.count <= (limit + 2) / 3 * 4 else { throw .tooLarge }
        guard let bytes = Base64.decode(text) else { throw .invalidMember("body") }
        guard bytes.count <= limit else { throw .tooLarge }
        return bytes
    }
}

extension FunctionURLRequest {
    /// The token of an `Authorization: Bearer` header (RFC 6750 section 2.1); nil if there is no such header, more than
    /// one, or one with other content.
    package var bearerToken: String? {
        guard let value = headers["authorization"] else { return nil }
        let parts = value.utf8.split(separator: UInt8(ascii: " "), maxSplits: 1, omittingEmptySubsequences: false)
        // A `b64token` has no comma, by which Lambda joins two headers of one name.
        guard parts.count == 2, String(Substring(parts[0])).lowercased() == "bearer" else { return nil }
        let token = String(Substring(parts[1]))
        return BearerToken.isValid(token) ? token : nil
    }
}

/// Why an event is not a usable request.
package enum FunctionURLError: Error, Equatable, Sendable {
    /// The event or the content of the request is longer than the limit.
    case tooLarge
    /// The event is not JSON.
    case invalidJSON(JSONError)
    /// The named member is missing or not what the payload format says.
    case invalidMember(String)
    /// Two headers have one name.
    case repeatedHeader
}

extension FunctionURLError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .tooLarge: "the request is too large"
        case .invalidJSON(let error): "the event is not usable JSON: \(error)"
        case .invalidMember(let name): "the event's \(name) is not usable"
        case .repeatedHeader: "two headers have one name"
        }
    }
}
