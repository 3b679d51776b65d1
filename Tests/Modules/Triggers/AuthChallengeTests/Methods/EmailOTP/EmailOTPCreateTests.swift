import CognitoTriggers
import HTTP
import LambdaRuntime
import StandIns
import TestSupport
import Testing
import TriggerTestSupport

@Suite("The challenge of a code of our own")
struct EmailOTPCreateTests {
    @Test("a user gets a mail with six digits, and the app a masked address")
    func userGetsAMailWithSixDigits() throws {
        let deployment = try CodeDeployment()
        let challenge = try deployment.create()
        #expect(
            challenge.publicParameters == [
                "challenge": "EMAIL_OTP", "CODE_DELIVERY_DELIVERY_MEDIUM": "EMAIL",
                "CODE_DELIVERY_DESTINATION": "a***@e***",
            ])
        #expect(
            Set(challenge.privateParameters.keys) == [
                "step", "round", "flow", "key", "requester", "code", "issued",
            ])
        #expect(challenge.privateParameters["issued"] == String(TestClock.start))
        let parts = ["code", "requester"].compactMap { challenge.privateParameters[$0] }
        #expect(challenge.metadata == "EMAIL_OTP \(TestClock.start) \(parts.joined(separator: " ")) who=;flow=EO")
        #expect(challenge.outcome == "issued")
        let mail = try #require(deployment.aws.mails.first)
        #expect(deployment.aws.mails.count == 1)
        #expect(mail.sender == "Example <no-reply@example.test>")
        #expect(mail.recipient == SampleUser.email)
        #expect(mail.subject == "Your sign-in code for Example")
        let code = try deployment.code
        #expect(code.wholeMatch(of: /[0-9]{6}/) != nil)
        let text = try #require(mail.text)
        #expect(text.contains(code) && text.contains("5 minutes") && text.contains("ignore this mail"))
        let html = try #require(mail.html)
        #expect(html.contains(code) && html.contains("5 minutes") && html.contains("ignore this mail"))
        for value in Array(challenge.publicParameters.values) + challenge.privateParameters.values {
            #expect(!value.contains(code))
        }
        #expect(deployment.transport.calls.last { $0.name == AWSServices.mail }?.signedFor == "eu-west-1 ses")
    }

    @Test("the table learns no address, name, code or id of a user")
    func tableHoldsNothingAboutAUser() throws {
        let deployment = try CodeDeployment()
        let challenge = try deployment.create()
        _ = try deployment.verify(challenge, try deployment.wrongCode())
        _ = try deployment.verify(challenge, try deployment.code)
        let text = "\(deployment.aws.table.items)"
        #expect(deployment.aws.table.items.count == 2)
        for secret in [
            SampleUser.sub, SampleUser.email, try deployment.code, try deployment.wrongCode(), CodeDeployment.key,
        ] {
            #expect(!text.contains(secret))
        }
    }

    /// Has another call arrive while the first one is sending its mail, and returns both challenges.
    private func simultaneous(
        _ deployment: CodeDeployment, _ first: EventBuilder = .create, _ second: EventBuilder = .create
    ) throws -> [CreatedChallenge] {
        var inner: Result<CreatedChallenge, any Error>?
        deployment.aws.mailStatus = { _ in
            if inner == nil { inner = Result { try deployment.deployment.create(second) } }
            return 200
        }
        let outer = try deployment.create(first)
        return [outer, try #require(inner).get()]
    }

    @Test("a call that arrives while the first is unfinished makes the same code and no second mail")
    func simultaneousCallSharesTheCode() throws {
        let deployment = try CodeDeployment()
        let rounds = try simultaneous(deployment)
        #expect(deployment.aws.mails.count == 1)
        #expect(rounds.map(\.outcome) == ["issued", "repeated"])
        #expect(deployment.lines == [], "no limit has withheld a code")
        #expect(rounds[1].privateParameters["code"] == rounds[0].privateParameters["code"])
        for name in ["key", "requester"] {
            #expect(rounds[1].privateParameters[name] != rounds[0].privateParameters[name], "\(name)")
        }
        for number in 1...5 {
            try expect(deployment.verify(rounds[0], deployment.wrongCode(number)), equals: "wrong_code")
        }
        try expect(deployment.verify(rounds[0], deployment.code), equals: "too_many_guesses")
        try expect(deployment.verify(rounds[1], deployment.code), equals: "right EMAIL_OTP")
    }

    @Test("what cannot be noted after a right answer does not fail the sign-in")
    func failedNoteDoesNotFailTheSignIn() throws {
        let deployment = try CodeDeployment()
        let challenge = try deployment.create(.create.attribute("email_verified", "false"))
        // The account is read and written; the third call is the address.
        var calls = 0
        deployment.aws.interrupt = {
            calls += 1
            return calls == 3 ? HTTPResponse(status: 400, body: Array("{}".utf8)) : nil
        }
        let event = EventBuilder.verify(challenge, try deployment.code).attribute("email_verified", "false")
        try expect(deployment.verify(event), equals: "right EMAIL_OTP")
        #expect(
            deployment.lines == [
                "WARN a right answer could not be noted: refused with status 400, no error type"
            ])
    }

    static let others: [(String, EventBuilder)] = [
        ("client", .create.client("another-client")), ("no client", .create.client(nil)),
        ("user", .create.attribute("sub", "5e1f4c0e-51b2-4c6c-9a53-0b6a7d0e9f12")),
        ("address", .create.attribute("email", "new@example.test")),
        (
            "rows",
            .create.session([
                .init(challengeName: "CUSTOM_CHALLENGE", challengeResult: false, challengeMetadata: "EMAIL_OTP")
            ])
        ),
    ]

    @Test(
        "another user, client, address or history of rounds shares no code, however close the calls", arguments: others)
    func otherEventGetsAnotherCode(difference: String, event: EventBuilder) throws {
        let deployment = try CodeDeployment()
        let rounds = try simultaneous(deployment, .create, event)
        #expect(rounds[1].outcome == "issued")
        #expect(rounds[1].privateParameters["code"] != rounds[0].privateParameters["code"])
        #expect(Set(deployment.aws.mails.compactMap(\.code)).count == 2)
    }

    @Test(
        "if the table does not answer, nothing is sent to anybody",
        arguments: [EventBuilder.create, .create.unknownUser()])
    func tableOutageSendsNothing(event: EventBuilder) throws {
        for failure in [ScriptedTransport.Answer.status(500, ""), .failure(.timedOut("slow")), .status(400, "{}")] {
            let deployment = try CodeDeployment()
            deployment.transport.always(AWSServices.update, failure)
            let error = #expect(throws: FunctionError.self) { try deployment.create(event) }
            #expect(error?.kind == .unavailable)
            #expect(deployment.aws.mails.isEmpty)
        }
    }

    @Test("a sent code that cannot be noted is sent all the same")
    func codeIsSentEvenIfItCannotBeNoted() throws {
        let deployment = try CodeDeployment()
        deployment.aws.mailStatus = { _ in
            deployment.transport.on(AWSServices.update, .status(400, "{}"))
            return 200
        }
        try expect(deployment.create().outcome, equals: "issued")
        #expect(deployment.aws.mails.count == 1)
        #expect(
            deployment.lines == [
                "WARN the outcome of a code could not be noted: refused with status 400, no error type"
            ])
    }
}
