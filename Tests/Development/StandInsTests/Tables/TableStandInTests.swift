import AuthenticatorService
import Foundation
import JSON
import StandIns
import Synchronization
import TestSupport
import Testing

/// What the stand-in for DynamoDB does besides answering requests as the service does.
@Suite("The tables of the stand-in for DynamoDB")
struct TableStandInTests {
    private static let schemas = [TableSchema("state"), TableSchema("users", hasSortKey: true)]

    /// Passes a path in a new folder, which is removed afterwards.
    private func withPath(_ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder.appending(path: "tables.json").path)
    }

    private func send(_ operation: String, _ request: String, to tables: TableStandIn) throws -> JSONValue {
        let answer = tables.respond(to: operation, Array(request.utf8))
        return try JSONValue(parsing: answer.body)
    }

    private func put(_ pk: String, _ sk: String, _ more: String = "") -> String {
        #"{"TableName":"users","Item":{"pk":{"S":"\#(pk)"},"sk":{"S":"\#(sk)"}\#(more)}}"#
    }

    @Test("what was written is in the file when the answer comes, and a new stand-in goes on with it")
    func writesOutliveTheStandIn() throws {
        try withPath { path in
            let first = try TableStandIn(Self.schemas, file: path)
            let attributes = #","b":{"B":"AP8="},"l":{"L":[{"BOOL":true},{"N":"1"}]},"s":{"SS":["x","y"]}"#
            _ = try send("PutItem", put("a", "b", attributes), to: first)
            _ = try send("PutItem", put("a", "a"), to: first)
            let second = try TableStandIn(Self.schemas, file: path)
            #expect(second.items(in: "users") == first.items(in: "users"))
            #expect(second.items(in: "users").count == 2)
            let before = try Data(contentsOf: URL(filePath: path))
            _ = try send("PutItem", put("a", "a"), to: second)
            try expect(Data(contentsOf: URL(filePath: path)), equals: before)
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            #expect(mode == 0o600)
        }
    }

    @Test(
        "a file that does not hold these tables is refused and left unchanged",
        arguments: [
            "", "{}", #"{"version":2,"tables":[]}"#, #"{"version":1}"#,
            #"{"version":1,"tables":[{"name":"other","hasSortKey":false,"items":[]}]}"#,
            #"{"version":1,"tables":[{"name":"users","hasSortKey":false,"items":[]}]}"#,
            #"{"version":1,"tables":[{"name":"users","hasSortKey":true,"items":[{"pk":{"S":"a"}}]}]}"#,
            #"{"version":1,"tables":[{"name":"state","hasSortKey":false,"items":[{"pk":{"X":"a"}}]}]}"#,
        ])
    func otherFilesAreRefused(content: String) throws {
        try withPath { path in
            try Data(content.utf8).write(to: URL(filePath: path))
            #expect(throws: StateFileError.notAState(path: path)) { try TableStandIn(Self.schemas, file: path) }
            try expect(Data(contentsOf: URL(filePath: path)), equals: Data(content.utf8))
        }
    }

    @Test("a write that cannot be kept is not made")
    func unwritableFileFailsTheWrite() throws {
        try withPath { path in
            let folder = (path as NSString).deletingLastPathComponent
            let tables = try TableStandIn(Self.schemas, file: folder + "/missing/tables.json")
            let answer = tables.respond(to: "PutItem", Array(put("a", "a").utf8))
            #expect(answer.status == 500)
            #expect(tables.items(in: "users").isEmpty)
        }
    }

    @Test("of a thousand writes at the same time on one condition exactly one is made")
    func writesAreAtomic() async throws {
        let tables = TableStandIn(Self.schemas)
        let put = Array(
            #"{"TableName":"state","Item":{"pk":{"S":"a"}},"ConditionExpression":"attribute_not_exists(pk)"}"#.utf8)
        let statuses = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<1_000 { group.addTask { tables.respond(to: "PutItem", put).status } }
            return await group.reduce(into: [Int]()) { $0.append($1) }
        }
        #expect(statuses.count { $0 == 200 } == 1)
        #expect(statuses.count { $0 == 400 } == 999)
    }

    @Test("a token is known for ten minutes")
    func tokenIsKnownForTenMinutes() throws {
        let now = Mutex<Int64>(1_000)
        let tables = TableStandIn(Self.schemas) { now.withLock { $0 } }
        let add =
            #"{"TransactItems":[{"Update":{"TableName":"state","Key":{"pk":{"S":"a"}},"UpdateExpression":"ADD n :n","#
            + #""ExpressionAttributeValues":{":n":{"N":"1"}}}}],"ClientRequestToken":"t"}"#
        for (time, count) in [(1_000, 1), (1_599, 1), (1_600, 2), (2_199, 2), (2_200, 3)] as [(Int64, Int64)] {
            now.withLock { $0 = time }
            _ = try send("TransactWriteItems", add, to: tables)
            #expect(tables.items["a"]?["n"] == .number(count), "at \(time)")
        }
    }

    @Test(
        "what the functions do not send is refused by its name, so that no test passes by ignorance",
        arguments: [
            ("Scan", #"{"TableName":"users"}"#, "the operation Scan"),
            ("PutItem", "", "a request that is no JSON"), ("PutItem", "[]", "a request that is no object"),
            ("PutItem", #"{"TableName":"users","Expected":{}}"#, "the parameter Expected"),
            ("PutItem", #"{"TableName":"users","Item":{"m":{"M":{}}}}"#, "this value of type M"),
            ("GetItem", #"{"TableName":"users","Key":{}}"#, "a read without ConsistentRead"),
            ("TransactWriteItems", #"{"TransactItems":[{"ConditionCheck":{}}]}"#, "ConditionCheck in a transaction"),
            (
                "UpdateItem", #"{"TableName":"users","UpdateExpression":"SET n = n + :n"}"#,
                #""n" here in the UpdateExpression "SET n = n + :n""#
            ),
            (
                "UpdateItem", #"{"TableName":"users","UpdateExpression":"REMOVE pk"}"#,
                #""pk" here in the UpdateExpression "REMOVE pk""#
            ),
            (
                "PutItem",
                #"{"TableName":"users","ConditionExpression":"n >= :n","ExpressionAttributeValues":{":n":{"N":"1"}}}"#,
                #"">" here in the ConditionExpression "n >= :n""#
            ),
            (
                "PutItem",
                #"{"TableName":"users","ConditionExpression":"n < :n","ExpressionAttributeValues":{":n":{"S":"1"}}}"#,
                #"":n" here in the ConditionExpression "n < :n""#
            ),
            (
                "PutItem", #"{"TableName":"users","ConditionExpression":"attribute_exists(a.b)"}"#,
                #""." here in the ConditionExpression "attribute_exists(a.b)""#
            ),
            (
                "PutItem", #"{"TableName":"users","ConditionExpression":"(attribute_exists(a)"}"#,
                #""<end>" here in the ConditionExpression "(attribute_exists(a)""#
            ),
        ])
    func unknownIsRefused(operation: String, request: String, what: String) throws {
        let error = try send(operation, request, to: TableStandIn(Self.schemas))
        #expect(error["__type"]?.string?.hasSuffix("#ValidationException") == true)
        #expect(error["message"]?.string == "the sandbox's table does not play \(what)")
    }
}
