private import JSON
package import LambdaRuntime
private import SignInRules
private import Testing

/// Runs Define and takes its reply apart.
package enum DefineReply {
    /// `tokens`, `challenge`, `password` or the word for the failure.
    package static func decision(
        _ event: EventBuilder, _ settings: [String: String] = [:], log: Log = LogRecorder().log
    ) throws -> String {
        let trigger = try DefineTrigger(Settings(Environment(settings)))
        let reply = try trigger(try #require(event.invocation), log)
        return try decision(reply)
    }

    /// The decision in a reply. Checks that exactly one of the three members is set.
    package static func decision(_ reply: Reply) throws -> String {
        let response = try #require(try JSONValue(parsing: reply.body)["response"])
        let issues = try #require(response["issueTokens"]?.bool as Bool?)
        let fails = try #require(response["failAuthentication"]?.bool as Bool?)
        let name = response["challengeName"]
        #expect([issues, fails, name != nil].count { $0 } == 1)
        if let name {
            #expect(name.string == (reply.outcome == "password" ? "PASSWORD_VERIFIER" : "CUSTOM_CHALLENGE"))
        }
        #expect(issues == (reply.outcome == "issue_tokens"))
        #expect((name != nil) == ["challenge", "password"].contains(reply.outcome))
        return issues ? "tokens" : reply.outcome
    }
}
