import AuthChallenge
import LambdaRuntime
import Testing
import TriggerTestSupport

/// Users to whom no code can go. They may have other authenticators, and then they are not to be taken for users who
/// have none.
@Suite("Create in authsignal mode, for users whom no code reaches")
struct AuthsignalWithoutAddressTests {
    @Test(
        "a user with another authenticator and no address gets a round that an earlier passkey wins and a code does not",
        arguments: [nil, ""], [["PASSKEY"], ["SMS", "PASSKEY"], nil] as [[String]?])
    func passkeyUserWithoutAddress(_ address: String?, _ methods: [String]?) throws {
        for enrolment in ["server", "deny"] {
            let deployment = try TestDeployment.authsignal(["FIRST_ENROLMENT": enrolment])
            deployment.transport.on(API.track, API.tracked(methods: methods))
            deployment.transport.on(API.authenticators, API.list([("PASSKEY", nil)]))
            let challenge = try deployment.create(.create.attribute("email", address))
            try expectEarlierPasskeyOnly(challenge, deployment)
            #expect(!deployment.transport.calls[0].body.contains("email"))
            #expect(!deployment.transport.names.contains(API.enrol))
        }
    }

    @Test(
        "the methods that Authsignal lists count, whatever it says of the enrolment", arguments: ["server", "deny"])
    func listedMethodsCount(_ enrolment: String) throws {
        let deployment = try TestDeployment.authsignal(["FIRST_ENROLMENT": enrolment])
        deployment.transport.on(API.track, API.tracked("ALLOW", isEnrolled: false, methods: ["PASSKEY"]))
        try expectEarlierPasskeyOnly(try deployment.create(.create.attribute("email", nil)), deployment)
    }

    @Test(
        "an email authenticator that Authsignal keeps of a user without an address gets no code",
        arguments: ["old@example.test", "", nil], ["server", "client", "deny"])
    func emailAuthenticatorWithoutAddress(_ address: String?, _ enrolment: String) throws {
        let deployment = try TestDeployment.authsignal(["FIRST_ENROLMENT": enrolment])
        deployment.transport.on(API.track, API.tracked())
        deployment.transport.on(API.authenticators, API.list([("EMAIL_OTP", address), ("PASSKEY", nil)]))
        try expectEarlierPasskeyOnly(try deployment.create(.create.attribute("email", nil)), deployment)
    }

    @Test(
        "a user with neither authenticator nor address gets a look-alike", arguments: [[], nil] as [[String]?],
        ["server", "deny"])
    func nothingEnrolledAndNoAddress(_ methods: [String]?, _ enrolment: String) throws {
        let deployment = try TestDeployment.authsignal(["FIRST_ENROLMENT": enrolment])
        deployment.transport.on(API.track, API.tracked("ALLOW", isEnrolled: false, methods: methods))
        let challenge = try deployment.create(.create.attribute("email", nil))
        #expect(deployment.transport.names == [API.track])
        #expect(!deployment.transport.calls[0].body.contains("email"))
        expectLookAlike(challenge)
    }

    @Test(
        "an address that Authsignal does not take ends only the code",
        arguments: [(400, ["PASSKEY"], "0"), (422, ["PASSKEY"], "0"), (400, [], "1"), (422, [], "1")]
            as [(Int, [String], String)])
    func addressThatAuthsignalRefuses(_ status: Int, _ methods: [String], _ closed: String) throws {
        let deployment = try TestDeployment.authsignal()
        deployment.transport.on(API.track, API.tracked("ALLOW", isEnrolled: !methods.isEmpty, methods: methods))
        deployment.transport.on(API.enrol, API.error(status, "invalid_email"))
        let challenge = try deployment.create()
        #expect(challenge.token != API.trackToken)
        #expect(challenge.privateParameters["closed"] == closed)
        #expect(deployment.transport.names == [API.track, API.enrol])
    }

    @Test("any other refusal of the enrolment is an outage", arguments: [401, 403, 404, 409, 429, 500])
    func otherRefusalsAreOutages(_ status: Int) throws {
        let deployment = try TestDeployment.authsignal()
        deployment.transport.on(API.track, API.tracked(methods: ["PASSKEY"]))
        deployment.transport.on(API.enrol, API.error(status, "other"))
        let failure = #expect(throws: FunctionError.self) { try deployment.create() }
        #expect(failure?.kind == .unavailable)
        #expect(deployment.transport.names == [API.track, API.enrol])
    }

    /// An earlier passkey wins the round, and a code does not.
    private func expectEarlierPasskeyOnly(
        _ challenge: CreatedChallenge, _ deployment: TestDeployment, _ location: SourceLocation = #_sourceLocation
    ) throws {
        #expect(challenge.token != API.trackToken && challenge.key != API.key, sourceLocation: location)
        #expect(challenge.publicParameters["isEnrolled"] == "true", sourceLocation: location)
        #expect(challenge.privateParameters["closed"] == "0", sourceLocation: location)
        deployment.transport.on(
            API.validate, API.validated(["verificationMethod": "EMAIL_OTP", "idempotencyKey": challenge.key]),
            API.validated(["idempotencyKey": "earlier"]))
        let answer = EventBuilder.verify(challenge, API.resultToken).attribute("email", nil)
        let code = try deployment.verify(answer)
        #expect(code == "wrong_address", sourceLocation: location)
        let passkey = try deployment.verify(answer)
        #expect(passkey == "right PASSKEY", sourceLocation: location)
    }
}

/// A round that cannot be won.
func expectLookAlike(_ challenge: CreatedChallenge, _ location: SourceLocation = #_sourceLocation) {
    #expect(challenge.outcome == "issued_closed", sourceLocation: location)
    #expect(challenge.privateParameters["closed"] == "1", sourceLocation: location)
    #expect(challenge.publicParameters["isEnrolled"] == "true", sourceLocation: location)
    #expect(challenge.token != API.trackToken && challenge.key != API.key, sourceLocation: location)
    let names = Set(challenge.publicParameters.keys)
    #expect(names == ["token", "url", "isEnrolled", "challenge"], sourceLocation: location)
    let isInPage = challenge.publicParameters["url"]?.hasSuffix(challenge.token) == true
    #expect(isInPage, sourceLocation: location)
}
