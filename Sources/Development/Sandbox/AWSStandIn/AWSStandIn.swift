internal import FlyingFox
internal import Foundation
internal import JSON

/// A local stand-in of what `EMAIL_OTP` and the state table call of AWS: `UpdateItem` of DynamoDB and `SendEmail` of
/// Amazon SES. Signatures are not looked at.
package actor AWSStandIn {
    /// The state table.
    package nonisolated let table: TableStandIn
    /// The mails it was asked to send, in the order in which they came.
    package private(set) var mails: [SentMail] = []
    /// The calls it was sent, by their operations.
    package private(set) var calls: [String] = []
    /// The status with which it answers every call of an operation, such as `SendEmail`, instead of doing it.
    package var failures: [String: Int] = [:]

    private let observer: (@Sendable (AWSCallRecord) -> Void)?
    private var server: LoopbackServer?

    /// A stand-in with an empty table of that name.
    ///
    /// - Parameter observer: is told of every call.
    init(table: String, observer: (@Sendable (AWSCallRecord) -> Void)?) {
        self.table = TableStandIn(table)
        self.observer = observer
    }

    /// A stand-in with an empty table of that name.
    package init(table: String) { self.init(table: table, observer: nil) }

    /// Starts serving; returns the address for `AWS_ENDPOINT_URL_DYNAMODB` and `AWS_ENDPOINT_URL_SESV2`.
    ///
    /// - Throws: `SandboxError.serverNotStarted`.
    package func start() async throws(SandboxError) -> String {
        let server = try await LoopbackServer { [self] in await respond(to: $0) }
        self.server = server
        return "http://127.0.0.1:\(server.port)"
    }

    /// Stops serving.
    package func stop() async { await server.take()?.stop() }

    /// Forgets everything and begins with those items.
    /// - Parameter failures: the operations that are to fail from now on, with their status.
    package func reset(items: [String: [String: TableAttribute]] = [:], failures: [String: Int] = [:]) {
        table.begin(with: items)
        mails = []
        calls = []
        self.failures = failures
    }

    /// Whether a request for `/` is one for DynamoDB.
    static func isMeant(by request: HTTPRequest) -> Bool {
        request.headers[HTTPHeader("X-Amz-Target")]?.hasPrefix("DynamoDB_20120810.") ?? false
    }

    /// Answers a request. Another server may mount the stand-in by handing it requests.
    func respond(to request: HTTPRequest) async -> HTTPResponse {
        let start = ContinuousClock.now
        let body = (try? await [UInt8](request.bodyData)) ?? []
        let target = request.headers[HTTPHeader("X-Amz-Target")]
        let isMail = request.target.path() == "/v2/email/outbound-emails"
        let operation = isMail ? "SendEmail" : target?.split(separator: ".").last.map(String.init) ?? "none"
        calls.append(operation)
        let mail = isMail ? SentMail(body) : nil
        let answer = answer(request.method == .POST ? operation : "none", body, mail)
        observer?(
            AWSCallRecord(
                operation: operation, request: body, status: answer.status, response: answer.body,
                mail: answer.status == 200 ? mail : nil, duration: ContinuousClock.now - start))
        return HTTPResponse(json: answer.body, status: HTTPStatusCode(answer.status, phrase: "Answer"))
    }

    private func answer(_ operation: String, _ body: [UInt8], _ mail: SentMail?) -> (status: Int, body: [UInt8]) {
        if let status = failures[operation] {
            return (status, Array(#"{"__type":"InternalServerError","message":"Something went wrong."}"#.utf8))
        }
        if operation == "UpdateItem" { return table.updateItem(body) }
        guard let mail else { return (400, Array(#"{"__type":"UnknownOperationException"}"#.utf8)) }
        mails.append(mail)
        return (200, Array(#"{"MessageId":"\#(UUID().uuidString)"}"#.utf8))
    }
}
