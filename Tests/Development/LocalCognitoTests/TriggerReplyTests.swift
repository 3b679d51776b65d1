import JSON
import LocalCognito
import TestSupport
import Testing

@Suite("Replies of triggers")
struct TriggerReplyTests {
    private static let unrecognizable = PoolError(.invalidLambdaResponse, "Unrecognizable lambda output")
    private static let invalidJSON = PoolError(.invalidLambdaResponse, "Invalid lambda function output : Invalid JSON")

    private static func context() -> TriggerContext {
        TriggerContext(
            settings: PoolSettings(clients: []), clientID: "c", username: "ana",
            attributes: UserAttributes([("sub", "ana")]))
    }

    /// A sign-in and its first call.
    private func start(
        _ context: TriggerContext = context(), rows: [ChallengeRow] = []
    ) throws -> (signIn: SignIn, call: TriggerCall) {
        let signIn = SignIn(context, rows: rows)
        guard case .call(let call) = signIn.begin() else { throw PoolError(.internalError, "") }
        return (signIn, call)
    }

    /// The step after this response of Define.
    private func define(
        _ response: String, _ context: TriggerContext = context(), rows: [ChallengeRow] = []
    ) throws -> SignIn.Step {
        var (signIn, call) = try start(context, rows: rows)
        return try signIn.resume(JSONValue(parsing: call.event).replying(response), to: call)
    }

    /// The step after this response of Create.
    private func create(_ response: String) throws -> SignIn.Step {
        var (signIn, call) = try start()
        let reply = try JSONValue(parsing: call.event).replying(#"{"challengeName":"CUSTOM_CHALLENGE"}"#)
        guard case .call(let next) = try signIn.resume(reply, to: call) else { throw Self.unrecognizable }
        return try signIn.resume(JSONValue(parsing: next.event).replying(response), to: next)
    }

    /// The row that the session gets after this response of Verify.
    private func verify(_ response: String) throws -> ChallengeRow? {
        var signIn = SignIn(Self.context())
        guard case .call(let call) = signIn.answer("a", privateParameters: ["k": "v"], metadata: "m") else {
            return nil
        }
        _ = try signIn.resume(JSONValue(parsing: call.event).replying(response), to: call)
        return signIn.rows.last
    }

    @Test("Define's decisions are read, null means the same as absent, and of several the strictest counts")
    func decisionsOfDefineAreRead() throws {
        try expect(define(#"{"issueTokens":true}"#), equals: .issueTokens)
        try expect(
            define(#"{"issueTokens":true,"failAuthentication":null,"challengeName":null}"#), equals: .issueTokens)
        let failed = PoolError(.notAuthorized, "Incorrect username or password.")
        #expect(throws: failed) { try define(#"{"failAuthentication":true}"#) }
        #expect(throws: failed) { try define(#"{"failAuthentication":true,"issueTokens":true}"#) }
        try expect(define(#"{"issueTokens":true,"challengeName":"CUSTOM_CHALLENGE"}"#), equals: .issueTokens)
        guard case .call(let call) = try define(#"{"challengeName":"CUSTOM_CHALLENGE"}"#) else {
            Issue.record("no call")
            return
        }
        #expect(call.trigger == .createAuthChallenge)
        let rows = [ChallengeRow(name: "SRP_A", result: true)]
        try expect(define(#"{"challengeName":"PASSWORD_VERIFIER"}"#, rows: rows), equals: .askForPassword)
    }

    @Test(
        "a reply without a decision, or with a wrong type or name, is not recognised",
        arguments: [
            "{}", #"{"issueTokens":false,"failAuthentication":false}"#, #"{"issueTokens":"true"}"#,
            #"{"issueTokens":1}"#, #"{"challengeName":"PASSWORD_VERIFIER"}"#, #"{"challengeName":"OTHER"}"#,
            #"{"challengeName":true}"#, #"{"challengeName":""}"#, #"{"IssueTokens":true}"#,
            #"{"issueTokens":true,"answerCorrect":true}"#, "null", "[]", #""x""#,
        ])
    func replyWithoutDecisionIsRefused(response: String) {
        #expect(throws: Self.unrecognizable) { try define(response) }
    }

    @Test("an unknown user is never signed in")
    func unknownUserIsNeverSignedIn() {
        var context = Self.context()
        context.attributes = nil
        #expect(throws: PoolError(.notAuthorized, "Incorrect username or password.")) {
            try define(#"{"issueTokens":true}"#, context)
        }
    }

    @Test("Create must give private parameters, and all parameters are strings")
    func createMustSetPrivateParameters() throws {
        try expect(
            create(#"{"privateChallengeParameters":{"k":"v"}}"#),
            equals: .challenge(.custom(privateParameters: ["k": "v"], metadata: nil), publicParameters: [:]))
        for response in [
            "{}", #"{"privateChallengeParameters":{}}"#, #"{"privateChallengeParameters":null}"#,
            #"{"privateChallengeParameters":{"k":1}}"#, #"{"privateChallengeParameters":{"k":null}}"#,
            #"{"privateChallengeParameters":{"k":{"a":"b"}}}"#, #"{"privateChallengeParameters":[]}"#,
            #"{"privateChallengeParameters":{"k":"v"},"publicChallengeParameters":{"k":true}}"#,
            #"{"privateChallengeParameters":{"k":"v"},"challengeMetadata":["m"]}"#,
        ] {
            #expect(throws: Self.unrecognizable, "\(response)") { try create(response) }
        }
    }

    @Test("an answer is wrong unless Verify says that it is correct")
    func answerIsWrongUnlessVerifySaysCorrect() throws {
        try expect(verify(#"{"answerCorrect":true}"#)?.result, equals: true)
        try expect(verify(#"{"answerCorrect":null}"#)?.result, equals: false)
        try expect(verify("{}"), equals: ChallengeRow(name: "CUSTOM_CHALLENGE", result: false, metadata: "m"))
        #expect(throws: Self.unrecognizable) { try verify(#"{"answerCorrect":"true"}"#) }
    }

    @Test(
        "a reply that is not JSON and a reply of another shape have different errors",
        arguments: [
            ("null", invalidJSON), ("", invalidJSON), ("{", invalidJSON), ("ok", invalidJSON),
            ("[]", unrecognizable), ("true", unrecognizable), ("{}", unrecognizable),
            (#"{"response":{"issueTokens":true}}"#, unrecognizable),
        ])
    func malformedRepliesHaveTheirErrors(reply: String, error: PoolError) throws {
        var (signIn, call) = try start()
        #expect(throws: error) { try signIn.resume(Array(reply.utf8), to: call) }
    }

    @Test("the rest of the event must come back unchanged, in any order")
    func envelopeMustComeBackUnchanged() throws {
        let (_, call) = try start()
        let event = try JSONValue(parsing: call.event)
        func isAccepted(_ edits: [(name: String, value: [UInt8]?)]) throws -> Bool {
            var (signIn, call) = try start()
            let edited = event.object(replacing: edits + [("response", Array(#"{"issueTokens":true}"#.utf8))])
            return (try? signIn.resume(edited, to: call)) == .issueTokens
        }
        try expect(isAccepted([]), equals: true)
        for member in event.members where member.name != "response" {
            try expect(isAccepted([(member.name, nil)]), equals: false, "\(member.name)")
        }
        let reversed = JSONWriter.object { object in
            object.member("response") { $0.member("issueTokens", true) }
            for member in event.members.reversed() where member.name != "response" {
                object.member(member.name, raw: member.value.bytes)
            }
        }
        var signIn = SignIn(Self.context())
        try expect(signIn.resume(reversed, to: call), equals: .issueTokens)
        let request = try #require(event["request"])
        for (name, value) in [
            ("userName", Array(#""bo""#.utf8)), ("more", Array("1".utf8)),
            ("request", request.object(replacing: [("clientMetadata", Array("null".utf8))])),
            ("request", Array(#"{"UserAttributes":{"sub":"ana"},"Session":[]}"#.utf8)),
        ] {
            try expect(isAccepted([(name, value)]), equals: false, "\(name)")
        }
    }
}
