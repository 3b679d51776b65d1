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

    private var server: LoopbackServer?

    /// A stand-in with an empty table of that name.
    package init(table: String) { self.table = TableStandIn(table) }

    /// Starts serving; returns the address for `AWS_ENDPOINT_URL_DYNAMODB` and `AWS_ENDPOINT_URL_SESV2`.
    ///
    /// - Throws: `SandboxError.serverNotStarted`.
    package func start() async throws(SandboxError) -> String {
        let server = try await LoopbackServer { [self] in await respond(to: $0) }
        self.server = server
        return "http://127.0.0.1:\(server.port)"
    }

    /// Stops serving.
    package func stop() async {
        await server?.stop()
        server = nil
    }

    /// Forgets everything and begins with those items.
    /// - Parameter failures: the operations that are to fail from now on, with their status.
    package func reset(items: [String: [String: TableAttribute]] = [:], failures: [String: Int] = [:]) {
        table.begin(with: items)
        mails = []
        calls = []
        self.failures = failures
    }

    private func respond(to request: HTTPRequest) async -> HTTPResponse {
        let body = (try? await [UInt8](request.bodyData)) ?? []
        let target = request.headers[HTTPHeader("X-Amz-Target")]
        let isMail = request.target.path() == "/v2/email/outbound-emails"
        let operation = isMail ? "SendEmail" : target?.split(separator: ".").last.map(String.init) ?? "none"
        calls.append(operation)
        if let status = failures[operation] {
            let fault = Array(#"{"__type":"InternalServerError","message":"Something went wrong."}"#.utf8)
            return HTTPResponse(json: fault, status: HTTPStatusCode(status, phrase: "Error"))
        }
        switch (request.method, operation) {
        case (.POST, "SendEmail"):
            guard let mail = SentMail(body) else { break }
            mails.append(mail)
            return HTTPResponse(json: Array(#"{"MessageId":"\#(UUID().uuidString)"}"#.utf8))
        case (.POST, "UpdateItem"):
            let answer = table.updateItem(body)
            return HTTPResponse(json: answer.body, status: HTTPStatusCode(answer.status, phrase: "Answer"))
        default: break
        }
        let fault = Array(#"{"__type":"UnknownOperationException"}"#.utf8)
        return HTTPResponse(json: fault, status: .badRequest)
    }
}
