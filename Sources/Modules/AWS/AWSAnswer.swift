internal import HTTP
internal import JSON

/// What an AWS service answered, whether it did what was asked or refused to.
struct AWSAnswer {
    /// The HTTP status.
    let status: Int
    /// The content, if it is JSON.
    let json: JSONValue?
    /// The name of the error, without the namespace before it or the address after it; nil for a success.
    let errorType: String?

    init(_ response: HTTPResponse) {
        status = response.status
        json = try? JSONValue(parsing: response.body)
        errorType = response.status == 200 ? nil : Self.errorType(json, response.header("x-amzn-ErrorType"))
    }

    /// `__type` of the content; services whose operations are paths send a header instead.
    private static func errorType(_ json: JSONValue?, _ header: String?) -> String {
        let name = json?["__type"]?.string ?? header.map { String($0.prefix { $0 != ":" }) }
        return name?.split(separator: "#").last.map(String.init) ?? "no error type"
    }

    /// The JSON object of a successful answer.
    func success() throws(AWSError) -> JSONValue {
        if let errorType { throw .refused(status: status, type: errorType) }
        guard let json, json.kind == .object else { throw .unreadable }
        return json
    }

    /// Whether the same request may succeed a moment later: the service has failed, or throttles its callers.
    var isTransient: Bool {
        errorType.map { AWSError.refused(status: status, type: $0).isOutage } ?? false
    }
}
