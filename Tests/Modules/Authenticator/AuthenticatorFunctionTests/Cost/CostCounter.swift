import HTTP
import LambdaRuntime
import Synchronization

/// Counts what the calls of a deployment's functions cost besides the services that they call.
final class CostCounter: Sendable {
    private let functions = Mutex<[String]>([])
    private let written = Mutex(0)
    private let answered = Mutex(0)

    /// The functions called so far, in order.
    var calls: [String] { functions.withLock { $0 } }
    /// How many bytes the log has got.
    var logBytes: Int { written.withLock { $0 } }
    /// How many bytes the functions have answered.
    var answerBytes: Int { answered.withLock { $0 } }

    /// Calls a function through its runtime loop, as Lambda does, with the log level `INFO`.
    /// - Returns: the answer.
    func call(_ function: String, _ event: [UInt8], _ handler: RuntimeLoop.Handler) -> [UInt8] {
        let lambda = OneEvent(event)
        let log = Log(
            environment: Environment(["AWS_LAMBDA_LOG_FORMAT": "JSON", "AWS_LAMBDA_LOG_LEVEL": "INFO"]),
            sink: { line in self.written.withLock { $0 += line.count } })
        var loop = RuntimeLoop(
            api: RuntimeAPI(endpoint: "127.0.0.1:1", transport: lambda), trigger: function, version: "12", log: log,
            pause: { _ in })
        _ = loop.run(handler)
        functions.withLock { $0.append(function) }
        answered.withLock { $0 += lambda.answer.count }
        return lambda.answer
    }
}

/// A Runtime API with one event, which ends the loop after its answer.
private final class OneEvent: HTTPTransport {
    private var event: [UInt8]?
    private(set) var answer: [UInt8] = []

    init(_ event: [UInt8]) { self.event = event }

    func send(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse {
        if request.method == .post {
            answer = request.body
            return HTTPResponse(status: 202)
        }
        guard let event else { return HTTPResponse(status: 500) }
        self.event = nil
        let header = "Lambda-Runtime-Aws-Request-Id: 8476a536-e9f4-11e8-9739-2dfe598c3fcd\r\n"
        return HTTPResponse(status: 200, headerLines: Array(header.utf8), body: event)
    }
}
