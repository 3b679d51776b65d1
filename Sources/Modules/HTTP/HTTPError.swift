/// Why a request got no answer. The texts come from libcurl and are for the log.
package enum HTTPError: Error, Equatable, Sendable {
    /// The URL or an option is not usable.
    case invalidRequest(String)
    /// The host name could not be resolved, or nobody accepted the connection: nothing was sent.
    case cannotConnect(String)
    /// The server's certificate or its TLS is not acceptable: nothing was sent.
    case untrusted(String)
    /// A deadline passed; whether anything was sent is not known.
    case timedOut(String)
    /// The connection broke, or the answer is incomplete; whether the server took the request is not known.
    case connectionLost(String)
    /// The answer is larger than the request allows.
    case responseTooLarge
}

extension HTTPError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .invalidRequest(let text): "unusable request: \(text)"
        case .cannotConnect(let text): "cannot connect: \(text)"
        case .untrusted(let text): "TLS refused: \(text)"
        case .timedOut(let text): "timed out: \(text)"
        case .connectionLost(let text): "connection lost: \(text)"
        case .responseTooLarge: "answer too large"
        }
    }
}
