import JSON
import StandIns
import Synchronization
import TestSupport

/// The stand-ins for DynamoDB and Amazon SES behind a server that can go wrong, with a record of every call.
final class CloudServer: Sendable {
    static let users = "users"
    static let state = "state"

    /// Decides what goes wrong with a call: its number since the plan was made, from 1, and its operation.
    typealias Plan = @Sendable (_ number: Int, _ operation: String) -> ServiceFault?

    private let tables: TableStandIn
    private let server: ScriptedServer
    private let state: State

    private final class State: Sendable {
        let mails = Mutex<[SentMail]>([])
        let calls = Mutex<[ServiceCall]>([])
        let plan = Mutex<(plan: Plan, count: Int)?>(nil)

        func fault(_ operation: String) -> ServiceFault? {
            plan.withLock { plan in
                guard let made = plan else { return nil }
                plan?.count += 1
                return made.plan(made.count + 1, operation)
            }
        }
    }

    init() throws {
        let tables = TableStandIn([TableSchema(Self.users, hasSortKey: true), TableSchema(Self.state)])
        let state = State()
        self.tables = tables
        self.state = state
        server = try ScriptedServer { request in
            let isMail = request.target == "/v2/email/outbound-emails"
            let target = request.header("X-Amz-Target")?.split(separator: ".").last.map(String.init) ?? "none"
            let operation = isMail ? "SendEmail" : target
            let fault = state.fault(operation)
            guard fault?.isDone ?? true else {
                state.calls.withLock { $0.append(ServiceCall(operation: operation, bytes: request.body.count)) }
                return fault?.answer ?? .closed
            }
            let meter = CapacityMeter(operation, request.body, tables)
            let answer = isMail ? Self.send(request.body, state) : tables.respond(to: operation, request.body)
            state.calls.withLock { calls in
                calls.append(meter.call(bytes: request.body.count + answer.body.count, tables))
            }
            return fault?.answer ?? .answer(answer.status, body: answer.body)
        }
    }

    private static func send(_ body: [UInt8], _ state: State) -> (status: Int, body: [UInt8]) {
        guard let mail = SentMail(body) else { return (400, Array("{}".utf8)) }
        state.mails.withLock { $0.append(mail) }
        return (200, Array(#"{"MessageId":"0100018f-message"}"#.utf8))
    }

    /// The address of the server.
    var endpoint: String { "http://\(server.endpoint)" }

    /// The mails sent so far.
    var mails: [SentMail] { state.mails.withLock { $0 } }

    /// The calls so far.
    var calls: [ServiceCall] { state.calls.withLock { $0 } }

    /// The contents of both tables.
    var items: [TableItem] { tables.items(in: Self.users) + tables.items(in: Self.state) }

    /// What belongs to users.
    var userItems: [TableItem] { tables.items(in: Self.users) }

    /// What expires.
    var stateItems: [TableItem] { tables.items(in: Self.state) }

    /// Plans what goes wrong from now on; nil for nothing.
    func plan(_ plan: Plan?) { state.plan.withLock { $0 = plan.map { ($0, 0) } } }
}

extension [TableItem] {
    /// Whether these are the same items. An expectation that fails would print both lists otherwise.
    func isSame(as others: [TableItem]) -> Bool { self == others }
}
