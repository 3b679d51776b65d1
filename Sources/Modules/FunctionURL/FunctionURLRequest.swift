private import JSON
private import Primitives

/// An HTTP request as a Lambda function URL hands it on: payload format version 2.0.
///
/// Ambiguous input is refused: header names that differ only in case, and base64 that is not canonical.
package struct FunctionURLRequest: Sendable {
    /// The method, in capital letters.
    package let method: String
    /// The content, decoded if it came in base64.
    package let body: [UInt8]
    private let headers: [String: String]

    /// The largest event accepted: Lambda itself accepts 6 MB from anybody.
    package static let maximumEventBytes = 65_536
    private static let limits = JSONLimits(maximumBytes: maximumEventBytes, maximumDepth: 16)

    /// Reads an event.
    /// - Parameter maximumBodyBytes: the longest content accepted.
    package init(parsing event: [UInt8], maximumBodyBytes: Int) throws(FunctionURLError) {
        guard event.count <= Self.maximumEventBytes else { throw .tooLarge }
        let json: JSONValue
        do { json = try JSONValue(parsing: event, limits: Self.limits) } catch { throw .invalidJSON(error) }
        guard json["version"]?.string == "2.0" else { throw .invalidMember("version") }
        guard let method = json["requestContext"]?["http"]?["method"]?.string, !method.isEmpty else {
            throw .invalidMember("requestContext.http.method")
        }
        self.method = method
        headers = try Self.headers(json["headers"])
        body = try Self.body(json, atMost: maximumBodyBytes)
    }

    /// A header's value by its name in lower case; nil if there is none. Lambda joins several headers of one name with
    /// commas.
    package func header(_ name: String) -> String? { headers[name] }

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
