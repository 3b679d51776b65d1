import AuthChallenge
import CognitoTriggers
import HTTP
import LambdaRuntime
import StandIns
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
                "method", "round", "key", "code", "context", "mac", "expires", "verdict",
            ])
        #expect(challenge.privateParameters["verdict"] == "open")
        #expect(challenge.privateParameters["expires"] == String(TestClock.start + 300_000))
        #expect(challenge.metadata == "EMAIL_OTP \(TestClock.start) 0 sent")
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
        #expect(deployment.transport.calls.last { $0.name == AWSServices.mail }?.request.signature?.service == "ses")
    }

    @Test("the table learns no address, name, code or id of a user")
    func tableHoldsNothingAboutAUser() throws {
        let deployment = try CodeDeployment()
        let challenge = try deployment.create()
        _ = try deployment.verify(challenge, try deployment.wrongCode())
        _ = try deployment.verify(challenge, try deployment.code)
        let text = "\(deployment.aws.table.items)"
        #expect(deployment.aws.table.items.count == 4)
        for secret in [
            SampleUser.sub, SampleUser.email, try deployment.code, try deployment.wrongCode(), CodeDeployment.key,
        ] {
            #expect(!text.contains(secret))
        }
    }

    @Test("the same call within 30 seconds of the first makes the same code and no second mail")
    func repeatedCallMakesTheSameCode() throws {
        let deployment = try CodeDeployment()
        let first = try deployment.create()
        deployment.clock.advance(milliseconds: 29_999)
        let second = try deployment.create()
        #expect(deployment.aws.mails.count == 1)
        #expect(second.outcome == "repeated")
        #expect(second.privateParameters["code"] == first.privateParameters["code"])
        #expect(second.privateParameters["expires"] == first.privateParameters["expires"])
        #expect(second.privateParameters["key"] != first.privateParameters["key"])
        #expect(second.privateParameters["mac"] != first.privateParameters["mac"])
        #expect(try deployment.verify(second, try deployment.code) == "right EMAIL_OTP")
    }

    @Test("once the code has been used, the same call makes another one, even within the 30 seconds")
    func usedCodeIsReplaced() throws {
        let deployment = try CodeDeployment()
        let rounds = [try deployment.create(), try deployment.create()]
        let code = try deployment.code
        #expect(try deployment.verify(rounds[0], code) == "right EMAIL_OTP")
        deployment.clock.advance(seconds: 1)
        let next = try deployment.create()
        #expect(next.outcome == "issued")
        #expect(deployment.aws.mails.count == 2)
        #expect(try deployment.verify(rounds[1], code) == "already_used")
        // The call of the first round again, as Cognito's retry makes it, leaves the new window alone.
        #expect(try deployment.verify(rounds[0], code) == "right EMAIL_OTP")
        #expect(try deployment.create().outcome == "repeated")
        #expect(try deployment.verify(next, try deployment.code) == "right EMAIL_OTP")
    }

    @Test("a used code whose window cannot be ended is right all the same")
    func failedEndOfWindowDoesNotFailTheSignIn() throws {
        let deployment = try CodeDeployment()
        let challenge = try deployment.create()
        deployment.transport.on(AWSServices.update, .ok("{}"), .ok("{}"), .status(400, "{}"))
        #expect(try deployment.verify(challenge, try deployment.code) == "right EMAIL_OTP")
        #expect(
            deployment.lines == [
                "WARN a used code could not be noted: STATE_TABLE: refused with status 400, no error type"
            ])
    }

    @Test("30 seconds after the first call the same call makes another code")
    func windowEndsAfterThirtySeconds() throws {
        let deployment = try CodeDeployment()
        let first = try deployment.create()
        deployment.clock.advance(milliseconds: 30_000)
        let second = try deployment.create()
        #expect(deployment.aws.mails.count == 2)
        #expect(Set(deployment.aws.mails.compactMap(\.code)).count == 2)
        #expect(second.privateParameters["code"] != first.privateParameters["code"])
        #expect(try deployment.verify(second, try #require(deployment.aws.mails.first?.code)) == "wrong_code")
        #expect(try deployment.verify(second, try deployment.code) == "right EMAIL_OTP")
    }

    static let others: [(String, EventBuilder)] = [
        ("client", .create.client("another-client")), ("no client", .create.client(nil)),
        ("user", .create.attribute("sub", "5e1f4c0e-51b2-4c6c-9a53-0b6a7d0e9f12")),
        (
            "rows",
            .create.session([
                .init(challengeName: "CUSTOM_CHALLENGE", challengeResult: false, challengeMetadata: "EMAIL_OTP")
            ])
        ),
    ]

    @Test("another user, client or session has another code", arguments: others)
    func otherUserClientOrSessionGetsAnotherCode(difference: String, event: EventBuilder) throws {
        let deployment = try CodeDeployment()
        let first = try deployment.create()
        let second = try deployment.create(event)
        #expect(second.privateParameters["code"] != first.privateParameters["code"])
        #expect(Set(deployment.aws.mails.compactMap(\.code)).count == 2)
    }

    @Test("if a call ends before it has sent the code, a call five seconds later sends it")
    func unsentCodeIsSentByALaterCall() throws {
        let deployment = try CodeDeployment()
        deployment.aws.mailStatus = { _ in 500 }
        let first = try deployment.create()
        #expect(first.outcome == "unsent")
        deployment.aws.mailStatus = { _ in 200 }
        deployment.clock.advance(milliseconds: 4_999)
        #expect(try deployment.create().outcome == "repeated")
        #expect(deployment.aws.mails.isEmpty)
        deployment.clock.advance(milliseconds: 1)
        let third = try deployment.create()
        #expect(third.outcome == "issued")
        #expect(third.privateParameters["code"] == first.privateParameters["code"])
        #expect(deployment.aws.mails.count == 1)
        // The first call may only have been slow, and its round is as good.
        #expect(try deployment.verify(first, try deployment.code) == "right EMAIL_OTP")
    }

    @Test("after a wrong answer the same code stays valid, and no call is made")
    func wrongAnswerKeepsTheCode() throws {
        let deployment = try CodeDeployment()
        let first = try deployment.create()
        #expect(try deployment.verify(first, try deployment.wrongCode()) == "wrong_code")
        deployment.transport.forgetCalls()
        deployment.clock.advance(seconds: 100)
        let second = try deployment.create(CodeDeployment.session(after: first))
        #expect(deployment.transport.calls.isEmpty)
        #expect(second.outcome == "continued")
        #expect(second.metadata == first.metadata)
        #expect(second.privateParameters["expires"] == first.privateParameters["expires"])
        #expect(second.privateParameters["code"] == first.privateParameters["code"])
        #expect(try deployment.verify(second, try deployment.code) == "right EMAIL_OTP")
    }

    @Test("a code with less than half a minute left is followed by a new one")
    func expiringCodeIsReplaced() throws {
        let deployment = try CodeDeployment()
        let first = try deployment.create()
        deployment.clock.advance(milliseconds: 269_999)
        #expect(try deployment.create(CodeDeployment.session(after: first)).outcome == "continued")
        deployment.clock.advance(milliseconds: 1)
        let second = try deployment.create(CodeDeployment.session(after: first))
        #expect(second.outcome == "issued")
        #expect(second.metadata == "EMAIL_OTP \(deployment.clock.now) 1 sent")
        let third = try deployment.create(CodeDeployment.session(after: first, second))
        #expect(third.outcome == "continued")
        #expect(third.privateParameters["code"] == second.privateParameters["code"])
        #expect(try deployment.verify(third, try deployment.code) == "right EMAIL_OTP")
    }

    @Test("a code that can take no more guesses is followed by a new one")
    func codeWithoutGuessesIsReplaced() throws {
        let deployment = try CodeDeployment(["OTP_GUESSES_PER_CODE": "2"])
        let first = try deployment.create()
        #expect(try deployment.create(CodeDeployment.session(after: first)).outcome == "continued")
        #expect(try deployment.create(CodeDeployment.session(after: first, first)).outcome == "issued")
        #expect(deployment.aws.mails.count == 2)
    }

    @Test(
        "a note that this product did not write is ignored",
        arguments: [
            "EMAIL_OTP", "EMAIL_OTP 1800000000250 0", "EMAIL_OTP x 0 sent", "EMAIL_OTP 1800000000250 1 sent",
            "EMAIL_OTP 1800000000250 -1 sent", "EMAIL_OTP 1800000000250 0 free", "EMAIL_OTP 1800000000250 0 sent more",
            "EMAIL_OTP 1700000000250 0 sent",
        ])
    func foreignNoteIsIgnored(note: String) throws {
        let deployment = try CodeDeployment()
        let row = [
            ChallengeResult(challengeName: "CUSTOM_CHALLENGE", challengeResult: false, challengeMetadata: note)
        ]
        #expect(try deployment.create(.create.session(row)).outcome == "issued")
    }

    @Test("a mail that SES refuses shows only in the log, and the round looks the same")
    func refusedMailIsOnlyLogged() throws {
        let deployment = try CodeDeployment()
        deployment.aws.mailStatus = { _ in 400 }
        let challenge = try deployment.create()
        #expect(challenge.outcome == "unsent")
        #expect(challenge.publicParameters == (try CodeDeployment().create()).publicParameters)
        #expect(deployment.lines == ["ERROR the code could not be sent: refused with status 400, NotFoundException"])
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
        deployment.transport.on(AWSServices.update, .ok("{}"), .ok("{}"), .status(400, "{}"))
        #expect(try deployment.create().outcome == "issued")
        #expect(deployment.aws.mails.count == 1)
        #expect(
            deployment.lines == [
                "WARN a sent code could not be noted: STATE_TABLE: refused with status 400, no error type"
            ])
    }
}
