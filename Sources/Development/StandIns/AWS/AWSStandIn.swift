internal import Essentials
internal import JSON
package import LoopbackServer

/// A local stand-in for the AWS calls of functions: DynamoDB, and `SendEmail` of Amazon SES. It does not check
/// signatures.
package actor AWSStandIn: StandIn {
    /// The tables. The first one is the state table.
    package nonisolated let table: TableStandIn
    /// The mails it was asked to send, in the order in which they came.
    package private(set) var mails: [SentMail] = []
    /// The operations of the calls it received, in the order in which they came.
    package private(set) var calls: [String] = []
    /// The operations that fail, such as `SendEmail`, with the status that every call of them gets.
    package var failures: [String: Int] = [:]

    private var faults: [String: [AWSFault]] = [:]
    private let observer: (@Sendable (AWSCallRecord) -> Void)?

    /// A stand-in with these tables.
    ///
    /// - Parameter observer: receives every call.
    package init(_ table: TableStandIn, observer: (@Sendable (AWSCallRecord) -> Void)? = nil) {
        self.table = table
        self.observer = observer
    }

    /// A stand-in with one empty table of that name, whose items have no sort key.
    package init(table: String, observer: (@Sendable (AWSCallRecord) -> Void)? = nil) {
        self.init(TableStandIn(table), observer: observer)
    }

    /// Forgets everything and begins again with these items, by the names of their tables.
    /// - Parameter failures: the operations that fail from now on, with their status.
    package func reset(items: [String: [TableItem]] = [:], failures: [String: Int] = [:]) {
        table.replaceItems(with: items)
        mails = []
        calls = []
        faults = [:]
        self.failures = failures
    }

    /// Plans faults: each befalls one call of the operation, in this order, beginning with the next call.
    package func plan(_ planned: AWSFault..., for operation: String) { faults[operation, default: []] += planned }

    /// Whether a request for `/` with this `X-Amz-Target` is meant for DynamoDB.
    package static func isForDynamoDB(target: String?) -> Bool { target?.hasPrefix("DynamoDB_20120810.") ?? false }

    package func respond(to request: LoopbackRequest) async -> LoopbackResponse {
        // A request that only opens a connection is no operation.
        guard request.method != "GET" else { return LoopbackResponse(404) }
        let start = ContinuousClock.now
        let isMail = request.path == "/v2/email/outbound-emails"
        let target = request.header("x-amz-target")
        let operation =
            request.method != "POST"
            ? "none" : isMail ? "SendEmail" : target?.split(separator: ".").last.map(String.init) ?? "none"
        calls.append(operation)
        let mail = isMail ? SentMail(request.body) : nil
        let fault = nextFault(of: operation)
        if case .slow(let duration) = fault { try? await Task.sleep(for: duration) }
        let answer = fault?.answer(to: operation) ?? self.answer(to: operation, body: request.body, mail: mail)
        observer?(
            AWSCallRecord(
                operation: operation, request: request.body, status: answer.status, response: answer.body,
                mail: answer.status == 200 ? mail : nil, duration: ContinuousClock.now - start))
        return LoopbackResponse(answer.status, body: answer.body, isCutOff: fault?.breaksConnection ?? false)
    }

    private func nextFault(of operation: String) -> AWSFault? {
        guard var planned = faults[operation], !planned.isEmpty else { return failures[operation].map(AWSFault.status) }
        let fault = planned.removeFirst()
        faults[operation] = planned
        return fault
    }

    private func answer(to operation: String, body: [UInt8], mail: SentMail?) -> (status: Int, body: [UInt8]) {
        guard operation == "SendEmail" else { return table.respond(to: operation, body) }
        guard let mail else { return (400, Array(#"{"message":"not one mail to one recipient"}"#.utf8)) }
        mails.append(mail)
        return (200, Array(#"{"MessageId":"\#(UUID().uuidString)"}"#.utf8))
    }
}
