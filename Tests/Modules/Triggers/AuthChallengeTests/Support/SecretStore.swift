import HTTP
import JSON
import TriggerTestSupport

/// Secrets Manager with one secret, which may be replaced.
final class SecretStore {
    private var current: String
    /// The version with the stage `AWSPREVIOUS`.
    var previous: String?
    /// The stages that were read, in order.
    private(set) var reads: [String] = []

    init(_ secret: String) { current = secret }

    func replace(with secret: String) { (previous, current) = (current, secret) }

    /// Answers what is read here, in front of the services that a transport has.
    func serve(before transport: ScriptedTransport) {
        let others = transport.service
        transport.service = { [self] request in
            "POST \(request.url)" == SecretTests.call ? answer(request) : others(request)
        }
    }

    private func answer(_ request: HTTPRequest) -> HTTPResponse {
        let isPrevious = String(decoding: request.body, as: UTF8.self).contains(#""VersionStage":"AWSPREVIOUS""#)
        reads.append(isPrevious ? "previous" : "current")
        guard let secret = isPrevious ? previous : current else {
            return HTTPResponse(status: 400, body: Array(#"{"__type":"ResourceNotFoundException"}"#.utf8))
        }
        return HTTPResponse(status: 200, body: JSONWriter.object { $0.member("SecretString", secret) })
    }
}
