internal import Foundation
internal import JSON

/// A local stand-in for the AWS calls of `EMAIL_OTP` and of the state table: `UpdateItem` of DynamoDB and `SendEmail`
/// of Amazon SES. It does not check signatures.
package actor AWSStandIn: StandIn {
    /// The state table.
    package nonisolated let table: TableStandIn
    /// The mails it was asked to send, in the order in which they came.
    package private(set) var mails: [SentMail] = []
    /// The operations of the calls it received, in the order in which they came.
    package private(set) var calls: [String] = []
    /// The operations that fail, such as `SendEmail`, with the status that every call of them gets.
    package var failures: [String: Int] = [:]

    private let observer: (@Sendable (AWSCallRecord) -> Void)?

    /// A stand-in with an empty table of that name.
    ///
    /// - Parameter observer: receives every call.
    package init(table: String, observer: (@Sendable (AWSCallRecord) -> Void)?) {
        self.table = TableStandIn(table)
        self.observer = observer
    }

    /// A stand-in with an empty table of that name.
    package init(table: String) { self.init(table: table, observer: nil) }

    /// Forgets everything and begins again with these items.
    /// - Parameter failures: the operations that fail from now on, with their status.
    package func reset(items: [String: [String: TableAttribute]] = [:], failures: [String: Int] = [:]) {
        table.replaceItems(with: items)
        mails = []
        calls = []
        self.failures = failures
    }

    /// Whether a request for `/` with this `X-Amz-Target` is meant for DynamoDB.
    package static func isForDynamoDB(target: String?) -> Bool { target?.hasPrefix("DynamoDB_20120810.") ?? false }

    package func respond(to request: StandInRequest) -> StandInResponse {
        let start = ContinuousClock.now
        let isMail = request.path == "/v2/email/outbound-emails"
        let target = request.headers["x-amz-target"]
        let operation = isMail ? "SendEmail" : target?.split(separator: ".").last.map(String.init) ?? "none"
        calls.append(operation)
        let mail = isMail ? SentMail(request.body) : nil
        let answer = answer(to: request.method == "POST" ? operation : "none", body: request.body, mail: mail)
        observer?(
            AWSCallRecord(
                operation: operation, request: request.body, status: answer.status, response: answer.body,
                mail: answer.status == 200 ? mail : nil, duration: ContinuousClock.now - start))
        return StandInResponse(answer.status, body: answer.body)
    }

    private func answer(to operation: String, body: [UInt8], mail: SentMail?) -> (status: Int, body: [UInt8]) {
        if let status = failures[operation] {
            return (status, Array(#"{"__type":"InternalServerError","message":"Something went wrong."}"#.utf8))
        }
        if operation == "UpdateItem" { return table.updateItem(body) }
        guard let mail else { return (400, Array(#"{"__type":"UnknownOperationException"}"#.utf8)) }
        mails.append(mail)
        return (200, Array(#"{"MessageId":"\#(UUID().uuidString)"}"#.utf8))
    }
}
