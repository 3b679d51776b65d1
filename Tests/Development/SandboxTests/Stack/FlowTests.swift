import JSON
import LocalCognito
import Sandbox
import SandboxTestSupport
import TestSupport
import Testing

@Suite("The sandbox's flows")
struct FlowTests {
    private static let email = "ana@example.test"

    private static func events(of kind: String, in events: [JSONValue]) -> [JSONValue] {
        events.filter { $0["kind"]?.string == kind }
    }

    @Test(
        "a policy for passwords that the command line names holds in every flow", arguments: StackSettings.Flow.allCases
    )
    func ownPasswordPolicyHolds(flow: StackSettings.Flow) async throws {
        var settings = StackSettings(bootstraps: "/dev/null")
        settings.flow = flow
        try settings.setPool("passwordPolicy", to: "20,numbers")
        let expected = PasswordPolicy(
            minimumLength: 20, requiresLowercase: false, requiresUppercase: false, requiresSymbols: false)
        #expect(settings.passwordPolicy == expected)
        #expect(settings.passwordRules == "At least 20 characters, among them numbers.")
    }

    @Test("a code from the functions arrives in the mailbox and signs in; the timeline does not show it")
    func codeSignsInAndIsNotShown() async throws {
        try await StackFixture.run({ $0.flow = .emailOTP }) { (fixture) async throws in
            try await fixture.signUp(Self.email)
            let challenge = try await fixture.start(Self.email)
            #expect(challenge["ChallengeParameters"]?["challenge"]?.string == "EMAIL_OTP")
            let events = try await fixture.events()
            let mail = try #require(Self.events(of: "mail", in: events).first)
            #expect(mail["detail"]?["to"]?.string == Self.email)
            let code = try #require(mail["detail"]?["code"]?.string)
            #expect(code.count == 6)
            _ = try #require(try await fixture.answer(code, to: challenge)["AuthenticationResult"])
            let all = try await fixture.events()
            #expect(
                Self.events(of: "aws", in: all).map { $0["title"]?.string } == [
                    "PutItem account", "PutItem address", "UpdateItem mails", "SendEmail", "UpdateItem account",
                    "GetItem account", "UpdateItem account", "GetItem address",
                ])
            // Each stands with the call of the trigger that made it.
            let callers = Dictionary(
                Self.events(of: "trigger", in: all).map { ($0["requestId"]?.string, $0["title"]?.string) }
            ) { $1 }
            let made = Self.events(of: "aws", in: all).map { callers[$0["requestId"]?.string] ?? nil }
            #expect(Set(made) == ["CreateAuthChallenge", "VerifyAuthChallengeResponse"])
            #expect(callers[mail["requestId"]?.string] == "CreateAuthChallenge")
            for event in all where event["kind"]?.string != "mail" {
                let text = String(decoding: event.bytes, as: UTF8.self)
                #expect(!text.shows(code), "\(text)")
                // No complete digest and no complete key of a round.
                guard event["kind"]?.string == "aws", let detail = event["detail"]?.bytes else { continue }
                #expect(String(decoding: detail, as: UTF8.self).firstMatch(of: #/[A-Za-z0-9_-]{24}/#) == nil)
            }
        }
    }

    @Test("an unmet condition is not shown as a failed call")
    func unmetConditionIsNoFailure() async throws {
        try await StackFixture.run { (fixture) async throws in
            func update(_ table: String) async throws {
                _ = try await fixture.updateItem(
                    table, #""ConditionExpression":"attribute_not_exists(pk)","UpdateExpression":"REMOVE sentAt""#)
            }
            try await update("sandbox-state")
            try await update("sandbox-state")
            try await update("another")
            let events = try await fixture.events()
            #expect(
                events.map { $0["outcome"]?.string } == ["ok", "condition not met", "ResourceNotFoundException"])
            #expect(events.map { $0["isFailure"]?.bool } == [false, false, true])
        }
    }

    @Test("a transaction is shown with each of its writes, and a condition that was not met is no failure")
    func transactionIsShown() async throws {
        try await StackFixture.run { (fixture) async throws in
            let write =
                #"{"Put":{"TableName":"sandbox-state","Item":{"pk":{"S":"used#1"},"n":{"N":"7"}},"#
                + #""ConditionExpression":"attribute_not_exists(pk)"}}"#
            let removal = #"{"Delete":{"TableName":"sandbox-state","Key":{"pk":{"S":"code#2"}}}}"#
            for _ in 0..<2 {
                _ = try await fixture.callDynamoDB(
                    "TransactWriteItems", #"{"TransactItems":[\#(write),\#(removal)]}"#)
            }
            let events = try await fixture.events()
            #expect(events.map { $0["title"]?.string } == Array(repeating: "TransactWriteItems used code", count: 2))
            #expect(events.map { $0["outcome"]?.string } == ["ok", "condition not met"])
            #expect(events.map { $0["isFailure"]?.bool } == [false, false])
            let writes = events.first?["detail"]?["writes"]?.elements ?? []
            #expect(writes.map { $0["action"]?.string } == ["Put", "Delete"])
            #expect(writes.map { $0["key"]?.string } == ["used#1", "code#2"])
            #expect(writes.first?["item"]?["n"]?.string == "7")
        }
    }

    @Test("no page can write to the table or send mail", arguments: ["/", "/v2/email/outbound-emails"])
    func pagesCannotCallAWS(path: String) async throws {
        try await StackFixture.run { (fixture) async throws in
            let port = try #require(fixture.url.split(separator: ":").last)
            let target = "X-Amz-Target: DynamoDB_20120810.UpdateItem"
            for headers in [
                "Host: evil.test", "Host: localhost:\(port)\r\nOrigin: http://evil.test",
                "Host: localhost:\(port)\r\nOrigin: http://localhost:\(port)",
            ] {
                try await expect(fixture.raw("POST \(path) HTTP/1.1\r\n\(headers)\r\n\(target)"), equals: 403)
            }
            #expect(fixture.stack.timeline.last == 0)
        }
    }
}

extension StackFixture {
    fileprivate func updateItem(_ table: String, _ expressions: String) async throws -> LoopbackClient.Answer {
        try await callDynamoDB(
            "UpdateItem", #"{"TableName":"\#(table)","Key":{"pk":{"S":"code#1"}},\#(expressions)}"#)
    }

    fileprivate func callDynamoDB(_ operation: String, _ request: String) async throws -> LoopbackClient.Answer {
        try await http.post(
            "/", request,
            headers: [
                "Content-Type": "application/x-amz-json-1.0", "X-Amz-Target": "DynamoDB_20120810.\(operation)",
            ])
    }
}
