import AWS
import AuthenticatorFunction
import AuthenticatorService
import Foundation
import HTTP
import HTTPS
import HTTPTestSupport
import PasskeyServices
import StandIns
import Synchronization
import TestSupport
import Testing

/// The stand-in for DynamoDB behind a server, and the storage over it.
final class TableServer: Sendable {
    static let tables = (users: "users", state: "state")

    let standIn: TableStandIn
    private let server: ScriptedServer
    private let answers: Answers

    /// How many bytes the answers had so far, and what happens before the writes to come.
    private final class Answers: Sendable {
        let bytes = Mutex(0)
        let meanwhile = Mutex<[@Sendable () -> Void]>([])
    }

    init() throws {
        let standIn = TableStandIn([
            TableSchema(Self.tables.users, hasSortKey: true), TableSchema(Self.tables.state),
        ])
        let answers = Answers()
        self.standIn = standIn
        self.answers = answers
        server = try ScriptedServer { request in
            let operation = Self.operation(request)
            let isWrite = operation != "GetItem" && operation != "Query"
            if isWrite { answers.meanwhile.withLock { $0.isEmpty ? {} : $0.removeFirst() }() }
            let answer = standIn.respond(to: operation, request.body)
            answers.bytes.withLock { $0 += answer.body.count }
            return .answer(answer.status, body: answer.body)
        }
    }

    private static func operation(_ request: RecordedRequest) -> String {
        request.header("X-Amz-Target")?.split(separator: ".").last.map(String.init) ?? "none"
    }

    /// The address of the server.
    var endpoint: String { "http://\(server.endpoint)" }

    /// The operations of the requests so far.
    var operations: [String] { server.requests.map(Self.operation) }

    /// How many bytes the answers had so far.
    var answeredBytes: Int { answers.bytes.withLock { $0 } }

    /// All items.
    var items: [TableItem] { standIn.items(in: Self.tables.users) + standIn.items(in: Self.tables.state) }

    /// The items that belong to users.
    var userItems: [TableItem] { standIn.items(in: Self.tables.users) }

    /// Changes an item behind the storage's back.
    /// - Parameters:
    ///   - key: the key's attributes as DynamoDB writes them.
    ///   - value: what the expression calls `:value`.
    func update(_ table: String, _ key: String, _ expression: String, _ value: String? = nil) throws {
        let values = value.map { #","ExpressionAttributeValues":{":value":\#($0)}"# } ?? ""
        let request =
            #"{"TableName":"\#(table)","Key":{\#(key)},"UpdateExpression":"\#(expression)"\#(values),"#
            + #""ConditionExpression":"attribute_exists(pk)"}"#
        let answer = standIn.respond(to: "UpdateItem", Array(request.utf8))
        guard answer.status == 200 else { throw CocoaError(.fileWriteUnknown) }
    }

    /// Has another request come in between: after the next write and before the one that follows it.
    /// - Parameter times: how often, each time before one write more.
    func meanwhile(times: Int = 1, _ other: @escaping @Sendable (TableServer) throws -> Void) {
        let once: @Sendable () -> Void = { [self] in
            do { try other(self) } catch { Issue.record(error) }
        }
        answers.meanwhile.withLock { $0 = [{}] + Array(repeating: once, count: times) }
    }

    /// A storage over a connection of its own, as a new process has.
    func storage() throws -> DynamoDBStorage { try Self.storage(at: endpoint) }

    /// A storage in tables behind an address.
    /// - Parameter milliseconds: the time for all its requests. Without it, each gets more time than it asks for.
    static func storage(
        at endpoint: String, _ tables: (users: String, state: String) = tables, milliseconds: Int64? = nil
    ) throws -> DynamoDBStorage {
        let (tables, deadline) = try Self.passkeys(at: endpoint, tables, milliseconds: milliseconds)
        return DynamoDBStorage(tables, relyingPartyID: "example.test", by: deadline)
    }

    /// The tables as Verify uses them, and when they must have answered.
    static func passkeys(
        at endpoint: String, _ tables: (users: String, state: String) = tables, milliseconds: Int64? = nil
    ) throws -> (PasskeyTables, Deadline) {
        let curl = try CurlTransport.https()
        let client = AWSClient(
            transport: milliseconds == nil ? PatientTransport(curl) : curl,
            credentials: AWSCredentials(accessKeyID: "test", secretAccessKey: "test", sessionToken: nil),
            environment: { $0 == "AWS_ENDPOINT_URL" ? endpoint : nil }, pause: { _ in })
        let now: @Sendable () -> Int64 = { Int64(Date().timeIntervalSince1970 * 1_000) }
        return (
            PasskeyTables(users: tables.users, state: tables.state, region: "eu-west-1", aws: client),
            Deadline(now() + (milliseconds ?? 600_000), now: now)
        )
    }
}
