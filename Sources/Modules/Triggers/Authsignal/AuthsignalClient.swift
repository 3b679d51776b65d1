package import FunctionServices
package import HTTP
internal import JSON
internal import Primitives

/// A client of Authsignal's server API (docs.authsignal.com, Server API): the calls that a sign-in needs.
///
/// The API authenticates by HTTP Basic with the tenant's secret as the user name. Every value in a path is
/// percent-encoded, because a user id may contain any character.
package struct AuthsignalClient {
    private let baseURL: BaseURL
    /// The tenant's API secret, which may be replaced while the process runs.
    private let secret: RotatingSecret<String>
    private let transport: any HTTPTransport

    /// A client of the tenant that the secret belongs to.
    /// - Parameter baseURL: the region's API including its version, such as `https://api.authsignal.com/v1`.
    package init(baseURL: BaseURL, secret: RotatingSecret<String>, transport: any HTTPTransport) {
        self.baseURL = baseURL
        self.transport = transport
        self.secret = secret
    }

    struct Answer {
        let status: Int
        let json: JSONValue?

        /// The error's code, which has one of two names or both; nil if the service gives none.
        var errorCode: String? {
            [json?["errorCode"], json?["error"]].compactMap { $0?.string }.first { !$0.isEmpty }
        }

        /// Whether it refuses our secret. A 401 may also be about a token that is to be validated, and its code then
        /// says so.
        var isAboutSecret: Bool {
            let words = errorCode?.lowercased().utf8.split(separator: UInt8(ascii: "_")) ?? []
            return status == 401 && !words.contains { $0.elementsEqual("token".utf8) }
        }

        /// The error's code for the log.
        var loggedCode: String { errorCode?.logWord ?? "no error code" }
    }

    func get(_ path: [String], by deadline: Deadline) throws(AuthsignalError) -> Answer {
        try send(by: deadline) { HTTPRequest(.get, url(path), headers: headers($0)) }
    }

    func post(_ path: [String], _ body: [UInt8], by deadline: Deadline) throws(AuthsignalError) -> Answer {
        try send(by: deadline) { HTTPRequest(.post, url(path), headers: headers($0), body: body) }
    }

    /// The answer if its status is a success.
    func success(_ answer: Answer) throws(AuthsignalError) -> JSONValue {
        switch answer.status {
        case 200..<300:
            guard let json = answer.json else { throw .unreadable }
            return json
        case 401: throw .unauthorized
        case 429: throw .tooManyRequests
        default: throw .refused(status: answer.status, code: answer.loggedCode)
        }
    }

    /// Makes a call, and makes it again if Authsignal refuses the secret and there is another: what is refused so has
    /// had no effect.
    private func send(by deadline: Deadline, _ request: (String) -> HTTPRequest) throws(AuthsignalError) -> Answer {
        let answer = try send(request(secret.current(by: deadline)), by: deadline)
        guard answer.isAboutSecret, let secret = secret.replacement(by: deadline) else { return answer }
        return try send(request(secret), by: deadline)
    }

    private func send(_ request: HTTPRequest, by deadline: Deadline) throws(AuthsignalError) -> Answer {
        do {
            let response = try transport.send(request, by: deadline)
            // The service has labelled JSON as plain text before, so its content type does not matter.
            return Answer(status: response.status, json: try? JSONValue(parsing: response.body))
        } catch {
            throw .unreachable(error)
        }
    }

    private func url(_ path: [String]) -> String {
        path.reduce(baseURL.text) { $0 + "/" + $1.percentEncodedSegment }
    }

    private func headers(_ secret: String) -> [(name: String, value: String)] {
        [
            ("Authorization", "Basic " + Base64.encode(Array("\(secret):".utf8))), ("Content-Type", "application/json"),
            ("Accept", "application/json"),
            UserAgent.header,
        ]
    }
}

/// Why a call of Authsignal's server API did not succeed. The texts are for the log.
package enum AuthsignalError: Error, Equatable, Sendable {
    /// The service could not be reached in time.
    case unreachable(HTTPError)
    /// Status 401 about our own credential.
    case unauthorized
    /// Status 429.
    case tooManyRequests
    /// Another status that is not a success, with Authsignal's error code if it gave one.
    case refused(status: Int, code: String)
    /// A success with a body that lacks documented members.
    case unreadable
}

extension AuthsignalError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unreachable(let error): "Authsignal: \(error)"
        case .unauthorized:
            "Authsignal does not know the API secret: AUTHSIGNAL_SECRET is wrong, or AUTHSIGNAL_URL is another region's"
        case .tooManyRequests: "Authsignal: too many requests"
        case .refused(let status, let code): "Authsignal refused with status \(status), \(code)"
        case .unreadable: "Authsignal gave an unreadable answer"
        }
    }
}
