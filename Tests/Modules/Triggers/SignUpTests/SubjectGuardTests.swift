import HTTP
import JSON
import LambdaRuntime
import SignUp
import TestSupport
import Testing
import TriggerTestSupport

@Suite("PreSignUp guards the attribute for OpenID subjects")
struct SubjectGuardTests {
    static let confirming = ["CONFIRM_SIGN_UP": "auto", "ALLOWED_CLIENT_IDS": "*"]

    /// Runs PreSignUp over an account with that attribute; returns the outcome.
    static func run(
        _ settings: [String: String], attribute: String? = IDTokenIssuer.linked, metadata: [String: String] = [:],
        source: String = "PreSignUp_SignUp", address: String? = SampleUser.email, phoneNumber: String? = nil,
        issuer: IDTokenIssuer? = nil, log: LogRecorder = LogRecorder(),
        prepare: (ScriptedTransport) -> Void = { _ in }
    ) throws -> String {
        let clock = TestClock()
        let transport = ScriptedTransport(clock: clock)
        issuer?.publish(on: transport)
        prepare(transport)
        let trigger = try PreSignUpTrigger(
            .test(settings.merging(confirming) { $1 }, transport: transport, clock: clock))
        let event = EventBuilder.preSignUp.source(source).attribute(IDTokenIssuer.attribute, attribute)
            .attribute("email", address).attribute("phone_number", phoneNumber).clientMetadata(metadata)
        let reply = try trigger(try #require(event.invocation), log.log)
        let response = try #require(try JSONValue(parsing: reply.body)["response"])
        #expect((response["autoConfirmUser"]?.bool == true) == (reply.outcome == "confirmed"))
        #expect(response["autoVerifyEmail"]?.bool != true)
        return reply.outcome
    }

    static let notProven = "address_not_proven"
    static let addresses: [(address: String?, claims: [String: String?], isVerified: Bool?, outcome: String)] = [
        (SampleUser.email, [:], true, "confirmed"), (SampleUser.email.uppercased(), [:], true, "confirmed"),
        (SampleUser.email, [:], false, notProven), (SampleUser.email, [:], nil, notProven),
        (SampleUser.email, ["email": nil], true, notProven), (SampleUser.email, ["email": ""], true, notProven),
        (SampleUser.email, ["email": "mallory@example.test"], true, notProven),
        ("mallory@example.test", [:], true, notProven), (nil, [:], true, notProven),
        ("", ["email": ""], true, notProven),
        ("ada@exämple.test", ["email": "ada@xn--exmple-cua.test"], true, "confirmed"),
        ("ada@straße.test", ["email": "ada@strasse.test"], true, notProven),
    ]

    @Test("an account with it is confirmed only with the address that the issuer has verified", arguments: addresses)
    func confirmationNeedsTheVerifiedAddress(
        address: String?, claims: [String: String?], isVerified: Bool?, outcome: String
    ) throws {
        let issuer = try IDTokenIssuer()
        let token = try issuer.token(isVerified: isVerified, claims)
        let metadata = ["idToken": token]
        try expect(
            Self.run(IDTokenIssuer.settings, metadata: metadata, address: address, issuer: issuer), equals: outcome)
        try expect(
            Self.run(
                IDTokenIssuer.settings, metadata: metadata, address: address, phoneNumber: "+15555550100",
                issuer: issuer), equals: Self.notProven)
    }

    @Test("an account without it needs no token, makes no call, and is not confirmed", arguments: [nil, ""])
    func accountWithoutAttributeNeedsNoToken(value: String?) throws {
        let log = LogRecorder()
        let outcome = try Self.run(
            IDTokenIssuer.settings, attribute: value, metadata: ["idToken": "junk"], log: log)
        #expect(outcome == Self.notProven)
        #expect(log.lines == ["INFO left to Cognito's code: no ID token says that the address is verified"])
    }

    static let foreignTokens: [(attribute: String, changes: [String: String?], detail: String)] = [
        (IDTokenIssuer.linked, ["sub": "auth0|other"], "the ID token of a sign-up belongs to another subject"),
        (IDTokenIssuer.subject, [:], "the ID token of a sign-up belongs to another subject"),
        (IDTokenIssuer.linked + "x", [:], "the ID token of a sign-up belongs to another subject"),
        (" ", [:], "the ID token of a sign-up belongs to another subject"),
        (SampleUser.email, [:], "the ID token of a sign-up belongs to another subject"),
        (IDTokenIssuer.linked, ["aud": "other"], "the ID token of a sign-up is not accepted"),
        (IDTokenIssuer.linked, ["iss": "https://other.example/"], "the ID token of a sign-up is not accepted"),
    ]

    @Test("the token of another subject does not", arguments: foreignTokens)
    func otherSubjectsTokenDoesNotSetIt(attribute: String, changes: [String: String?], detail: String) throws {
        let issuer = try IDTokenIssuer()
        let log = LogRecorder()
        let token = try issuer.token(changes)
        #expect(throws: FunctionError.hidden(.refused, detail)) {
            try Self.run(
                IDTokenIssuer.settings, attribute: attribute, metadata: ["idToken": token], issuer: issuer, log: log)
        }
        #expect(!log.lines.contains { $0.contains(IDTokenIssuer.subject) || $0.contains(token) })
    }

    @Test("without a token it cannot be set", arguments: [[:], ["idToken": ""], ["id_token": "x"]])
    func missingTokenDoesNotSetIt(metadata: [String: String]) {
        #expect(
            throws: FunctionError.hidden(.refused, "no ID token comes with the attribute for OpenID subjects")
        ) { try Self.run(IDTokenIssuer.settings, metadata: metadata) }
    }

    @Test("outside TOKEN_MODE=oidc no user sets it", arguments: ["signed", "authsignal", ""])
    func otherModesLetNoUserSetIt(mode: String) throws {
        let token = try IDTokenIssuer().token()
        #expect(
            throws: FunctionError.hidden(
                .refused, "TOKEN_MODE is not oidc, but the attribute for OpenID subjects is set")
        ) { try Self.run(["TOKEN_MODE": mode], metadata: ["idToken": token]) }
        try expect(Self.run(["TOKEN_MODE": mode], attribute: nil), equals: "confirmed")
    }

    @Test("an administrator sets it in any mode", arguments: ["signed", "oidc"])
    func administratorSetsItInAnyMode(mode: String) throws {
        let settings = IDTokenIssuer.settings.merging(["TOKEN_MODE": mode]) { $1 }
        try expect(Self.run(settings, source: "PreSignUp_AdminCreateUser"), equals: "unchanged")
    }

    /// Runs PreSignUp over the account with a token whose event holds a number in place of a member's text.
    private static func outcome(
        withNumberFor member: String, attribute: String? = IDTokenIssuer.linked
    ) throws -> String {
        let issuer = try IDTokenIssuer()
        let clock = TestClock()
        let transport = ScriptedTransport(clock: clock)
        issuer.publish(on: transport)
        let trigger = try PreSignUpTrigger(
            .test(IDTokenIssuer.settings.merging(Self.confirming) { $1 }, transport: transport, clock: clock))
        let event = EventBuilder.preSignUp.attribute(IDTokenIssuer.attribute, attribute)
            .attribute("phone_number", "1").clientMetadata(["idToken": try issuer.token(isVerified: true)])
        let text = String(decoding: event.bytes, as: UTF8.self)
            .replacing(try Regex(#""\#(member)":"[^"]*""#), with: "\"\(member)\":1")
        let invocation = try #require(
            Invocation(
                HTTPResponse(
                    status: 200, headerLines: Array("Lambda-Runtime-Aws-Request-Id: request\r\n".utf8),
                    body: Array(text.utf8))))
        return try trigger(invocation, LogRecorder().log).outcome
    }

    @Test(
        "an attribute or token that is no text is refused",
        arguments: [IDTokenIssuer.attribute, "idToken", "phone_number"])
    func otherTypesAreRefused(_ member: String) {
        let failure = #expect(throws: FunctionError.self) { try Self.outcome(withNumberFor: member) }
        #expect(failure?.kind == .invalidEvent)
    }

    @Test("a token that the decision does not need may be of any type")
    func unneededTokenMayHaveAnyType() throws {
        try expect(Self.outcome(withNumberFor: "idToken", attribute: nil), equals: "address_not_proven")
    }

    @Test("while the issuer is out the account is not made")
    func outageMakesNoAccount() throws {
        let issuer = try IDTokenIssuer()
        let token = try issuer.token()
        #expect(throws: FunctionError.hidden(.unavailable, "the issuer's keys: status 503")) {
            try Self.run(IDTokenIssuer.settings, metadata: ["idToken": token], issuer: issuer) {
                $0.always(IDTokenIssuer.keysCall, .status(503, ""))
            }
        }
    }
}
