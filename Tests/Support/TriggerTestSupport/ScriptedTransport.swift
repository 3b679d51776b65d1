package import HTTP
import JSON
import Testing

/// A transport that answers by a script and records what it is asked. A request that is not in the script, or that the
/// script has no more answers for, fails the test.
package final class ScriptedTransport: HTTPTransport {
    package enum Answer: Sendable {
        case status(Int, String)
        case failure(HTTPError)

        package static func ok(_ json: String) -> Answer { .status(200, json) }
    }

    /// A request as a test looks at it.
    package struct Call {
        /// Method and URL, the base URL left out.
        package let name: String
        package let request: HTTPRequest

        package var body: String { String(decoding: request.body, as: UTF8.self) }
        package func header(_ name: String) -> String? { request.headers.first { $0.name == name }?.value }
        /// The region and the service of AWS that it is signed for; nil if it is not signed.
        package var signedFor: String? {
            guard let parts = header("Authorization")?.split(separator: "/"), parts.count > 4 else { return nil }
            return parts[2...3].joined(separator: " ")
        }
    }

    package private(set) var calls: [Call] = []
    private var script: [String: [Answer]] = [:]
    private var standing: [String: Answer] = [:]
    private let clock: TestClock
    /// How long every call takes by the test's clock, in milliseconds.
    package var duration: Int64 = 0
    /// How long a call takes, by its name; nil if all take `duration`.
    package var time: ((String) -> Int64)?
    /// Answers requests that the script has no answer for; nil makes a request unexpected.
    package var service: (HTTPRequest) -> HTTPResponse? = { _ in nil }

    package init(clock: TestClock) { self.clock = clock }

    package var names: [String] { calls.map(\.name) }

    /// Adds answers to a request, to be given in turn.
    package func on(_ name: String, _ answers: Answer...) { script[name, default: []] += answers }

    /// Answers every request that the script has no answer for.
    package func always(_ name: String, _ answer: Answer) { standing[name] = answer }

    /// Forgets what it was asked so far.
    package func forgetCalls() { calls = [] }

    package func forget() {
        calls = []
        script = [:]
    }

    package func send(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse {
        let path = request.url.replacing("https://api.authsignal.com/v1", with: "")
        let name = "\(request.method.rawValue) \(path)"
        calls.append(Call(name: name, request: request))
        clock.advance(milliseconds: time?(name) ?? duration)
        guard let answer = script[name]?.first ?? standing[name] else {
            if let answer = service(request) { return answer }
            Issue.record("unexpected call: \(name)")
            throw .timedOut("not in the script")
        }
        script[name] = Array(script[name, default: []].dropFirst())
        switch answer {
        case .status(let status, let body): return HTTPResponse(status: status, body: Array(body.utf8))
        case .failure(let error): throw error
        }
    }
}
