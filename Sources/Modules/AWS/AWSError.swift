package import HTTP

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
