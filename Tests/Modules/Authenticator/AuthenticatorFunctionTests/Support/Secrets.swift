import HTTP
import JSON
import Synchronization

/// Secrets Manager with one secret.
final class Secrets: HTTPTransport, Sendable {
    private struct State {
        var current: String
        var former: String?
        var reads = 0
    }

    private let state: Mutex<State>

    init(_ current: String) { state = Mutex(State(current: current)) }

    var reads: Int { state.withLock { $0.reads } }
    var current: String { state.withLock { $0.current } }

    func replace(with secret: String) { state.withLock { ($0.former, $0.current) = ($0.current, secret) } }

    func send(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse {
        let isFormer = String(decoding: request.body, as: UTF8.self).contains("AWSPREVIOUS")
        return state.withLock { state in
            state.reads += 1
            guard let secret = isFormer ? state.former : state.current else {
                return HTTPResponse(status: 400, body: Array(#"{"__type":"ResourceNotFoundException"}"#.utf8))
            }
            return HTTPResponse(status: 200, body: JSONWriter.object { $0.member("SecretString", secret) })
        }
    }
}

/// A network with Secrets Manager.
final class SecretsInFront: HTTPTransport {
    private let secrets: Secrets
    private let others: any HTTPTransport

    init(_ secrets: Secrets, _ others: any HTTPTransport) { (self.secrets, self.others) = (secrets, others) }

    func send(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse {
        let target = request.headers.first { $0.name == "X-Amz-Target" }?.value ?? ""
        return try target.hasPrefix("secretsmanager.") ? secrets.send(request) : others.send(request)
    }
}
