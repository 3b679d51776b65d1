package import HTTP
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

/// Why a call of an AWS service did not succeed. The texts are for the log.
package enum AWSError: Error, Equatable, Sendable {
    /// The environment holds no credentials.
    case noCredentials
    /// An ARN or an endpoint is not usable.
    case invalidName(String)
    /// The service could not be reached.
    case unreachable(HTTPError)
    /// The service refused; the error's type is AWS's own, such as `AccessDeniedException`.
    case refused(status: Int, type: String)
    /// The answer is not what the service documents.
    case unreadable
}

extension AWSError {
    /// Whether the cause is the service's state and not the request: it is not reached, has failed, or throttles its
    /// callers.
    package var isOutage: Bool {
        switch self {
        case .unreachable: true
        case .refused(let status, let type):
            status >= 500 || status == 429
                || ["ProvisionedThroughputExceededException", "ThrottlingException", "RequestLimitExceeded"]
                    .contains(type)
        case .noCredentials, .invalidName, .unreadable: false
        }
    }
}

extension AWSError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noCredentials: "no AWS credentials in the environment"
        case .invalidName(let what): "\(what) is not usable"
        case .unreachable(let error): error.description
        case .refused(let status, let type): "refused with status \(status), \(type)"
        case .unreadable: "an unreadable answer"
        }
    }
}
