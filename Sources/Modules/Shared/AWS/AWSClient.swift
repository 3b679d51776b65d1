private import CLibrary
package import HTTP
internal import JSON
internal import Primitives

/// Calls AWS services that speak JSON. Every request is signed with Signature Version 4.
package struct AWSClient {
    private let transport: any HTTPTransport
    private let credentials: AWSCredentials
    private let endpoint: (String) -> String?
    private let clock = SignatureClock()
    /// Waits before a request is sent again, for at most that many milliseconds.
    let pause: (Int64) -> Void

    /// A client with those credentials.
    /// - Parameters:
    ///   - environment: looks a variable up, for the endpoint overrides that the AWS SDKs know:
    ///     `AWS_ENDPOINT_URL_<SERVICE>` and `AWS_ENDPOINT_URL`.
    ///   - pause: waits before a request is sent again, for at most that many milliseconds. The default waits for a
    ///     random part of them, so that those who collided do not meet again.
    package init(
        transport: any HTTPTransport, credentials: AWSCredentials, environment: @escaping (String) -> String?,
        pause: @escaping (_ milliseconds: Int64) -> Void = { usleep(.random(in: 0...UInt32($0) * 1_000)) }
    ) {
        self.transport = transport
        self.credentials = credentials
        endpoint = environment
        self.pause = pause
    }

    /// The names of a service in its endpoint, its credential scope and its protocol.
    package struct Service {
        let endpointPrefix: String
        /// The service of the credential scope, if it is not the endpoint's.
        var signingName: String?
        let variable: String
        /// What `X-Amz-Target` begins with; empty for a service whose operations are paths.
        var targetPrefix = ""
        var contentType = "application/x-amz-json-1.1"

        /// The header that names an operation.
        func target(_ operation: StaticString) -> (name: String, value: String) {
            ("X-Amz-Target", "\(targetPrefix).\(operation)")
        }
    }

    /// Calls an operation that `X-Amz-Target` names and returns the parsed answer.
    func call(
        _ operation: StaticString, of service: Service, region: String, body: [UInt8], by deadline: Deadline
    ) throws(AWSError) -> JSONValue {
        try post(
            "/", to: service, region: region, headers: [service.target(operation)], body: body, by: deadline
        ).success()
    }

    /// Posts a body to a path of a service. If the service finds fault with the time of the signature, the request is
    /// signed and sent once more: what is refused so has had no effect.
    /// - Parameters:
    ///   - isSentOnce: whether the request is sent over a connection of its own, so that nothing sends it a second
    ///     time.
    ///   - limit: the longest time for one attempt, in milliseconds.
    func post(
        _ path: String, to service: Service, region: String, headers: [(name: String, value: String)] = [],
        body: [UInt8], isSentOnce: Bool = false, by deadline: Deadline, limit: Int64 = 3_000
    ) throws(AWSError) -> AWSAnswer {
        let url = try url(of: service, region: region)
        let target = RequestToSign(
            url: url, path: path, region: region, service: service.signingName ?? service.endpointPrefix,
            headers: [("Content-Type", service.contentType)] + headers, body: body)
        func attempt() throws(AWSError) -> AWSAnswer {
            let request = HTTPRequest(
                .post, url.text + path,
                headers: target.signed(with: credentials, at: clock.time(now: deadline.time)),
                body: body, usesNewConnection: isSentOnce)
            do { return AWSAnswer(try transport.send(request, by: deadline, limit: limit)) } catch {
                throw .unreachable(error)
            }
        }
        let answer = try attempt()
        guard answer.isAboutTime, deadline.allowsAnotherCall else { return answer }
        clock.learn(from: answer.date, now: deadline.time)
        return try attempt()
    }

    /// Where a service is called; nil if that is not usable.
    package func address(of service: Service, in region: String) -> BaseURL? { try? url(of: service, region: region) }

    private func url(of service: Service, region: String) throws(AWSError) -> BaseURL {
        let override = endpoint("AWS_ENDPOINT_URL_\(service.variable)") ?? endpoint("AWS_ENDPOINT_URL")
        let isName = !region.isEmpty && region.utf8.allSatisfy(\.isRegionCharacter)
        guard isName else { throw .invalidName("the region") }
        // China's regions form a partition of their own with another domain.
        let domain = region.hasPrefix("cn-") ? "amazonaws.com.cn" : "amazonaws.com"
        guard let url = BaseURL(override ?? "https://\(service.endpointPrefix).\(region).\(domain)") else {
            throw .invalidName("the endpoint override for \(service.variable)")
        }
        return url
    }
}

extension UInt8 {
    fileprivate var isRegionCharacter: Bool { isASCIILowercase || isASCIIDigit || self == UInt8(ascii: "-") }
}

/// The credentials of the function's role, which Lambda puts into the environment.
package struct AWSCredentials: Sendable {
    let accessKeyID: String
    let secretAccessKey: String
    let sessionToken: String?

    /// Makes credentials.
    package init(accessKeyID: String, secretAccessKey: String, sessionToken: String?) {
        self.accessKeyID = accessKeyID
        self.secretAccessKey = secretAccessKey
        self.sessionToken = sessionToken
    }

    /// Reads `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY` and `AWS_SESSION_TOKEN`; nil if the first two are missing.
    /// - Parameter environment: looks a variable up; nil when unset or empty.
    package init?(environment: (String) -> String?) {
        guard let id = environment("AWS_ACCESS_KEY_ID"), let secret = environment("AWS_SECRET_ACCESS_KEY") else {
            return nil
        }
        self.init(accessKeyID: id, secretAccessKey: secret, sessionToken: environment("AWS_SESSION_TOKEN"))
    }
}

/// What an AWS service answered, whether it did what was asked or refused to.
struct AWSAnswer {
    /// The HTTP status.
    let status: Int
    /// The content, if it is JSON.
    let json: JSONValue?
    /// The name of the error, without the namespace before it or the address after it; nil for a success.
    let errorType: String?
    /// When the service answered, by its own clock: the header `Date`.
    let date: String?

    init(_ response: HTTPResponse) {
        status = response.status
        date = response.header("Date")
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

    /// Whether the service may find fault with the time of the signature. For some services, a signature made at
    /// another time is simply a wrong one.
    var isAboutTime: Bool {
        switch errorType {
        case "InvalidSignatureException", "SignatureDoesNotMatch", "RequestTimeTooSkewed", "RequestExpired",
            "RequestInTheFuture":
            true
        default: false
        }
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
