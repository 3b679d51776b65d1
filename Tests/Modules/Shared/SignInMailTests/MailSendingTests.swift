import HTTP
import JSON
import SignInMail
import StandIns
import Testing

@Suite("Sending of mails")
struct MailSendingTests {
    static let code = MailMessage.signInCode(SampleMessage.digits)

    @Test(
        "a mail is one request, over a connection of its own, to the region's endpoint",
        arguments: [nil, "sign-in"])
    func mailIsOneRequest(configurationSet: String?) throws {
        let deployment = try MailDeployment(["SES_CONFIGURATION_SET": configurationSet])
        #expect(deployment.send(Self.code))
        let request = try #require(deployment.service.requests.first)
        #expect(deployment.service.requests.count == 1)
        #expect(request.url == "https://email.eu-west-1.amazonaws.com/v2/email/outbound-emails")
        #expect(request.usesNewConnection)
        let body = try JSONValue(parsing: request.body)
        #expect(body["ConfigurationSetName"]?.string == configurationSet)
        let mail = try #require(deployment.service.mails.first)
        #expect(mail.sender == "Example <no-reply@example.test>" && mail.recipient == MailDeployment.address)
    }

    @Test(
        "after a failure that may have come too late, or of a service that is out or busy, nothing else is tried",
        arguments: [
            (.failure(.connectionLost("x")), "connection lost: x"), (.failure(.timedOut("y")), "timed out: y"),
            (.failure(.responseTooLarge), "answer too large"),
            (.success(429), "refused with status 429, NotFoundException"),
            (.success(500), "refused with status 500, NotFoundException"),
            (.success(503), "refused with status 503, NotFoundException"),
        ] as [(Result<Int, HTTPError>, String)])
    func uncertainFailureIsFinal(answer: Result<Int, HTTPError>, text: String) throws {
        let deployment = try MailDeployment(["OTP_TEMPLATE": "code"])
        deployment.service.answer = { _ throws(HTTPError) in try answer.get() }
        #expect(!deployment.send(Self.code, locale: "de-AT"))
        #expect(deployment.service.requests.count == 1)
        #expect(deployment.lines == ["ERROR the code could not be sent: \(text)"])
    }

    /// What the service answers, and whether it has certainly not taken the mail.
    static let answers: [(Result<Int, HTTPError>, Bool)] = [
        (.success(200), false), (.success(400), true), (.success(403), true), (.success(404), true),
        (.success(413), true), (.success(429), true), (.success(499), true), (.success(500), false),
        (.success(503), false), (.success(302), false), (.failure(.timedOut("slow")), false),
        (.failure(.connectionLost("lost")), false), (.failure(.responseTooLarge), false),
    ]

    @Test(
        "only a mail that the service refuses with 4xx was certainly not sent; noting that takes no time that shows",
        arguments: answers)
    func refusalIsCertain(answer: Result<Int, HTTPError>, isCertain: Bool) throws {
        for (message, waits) in [(Self.code, true), (.addressChanged, false)] {
            let deployment = try MailDeployment()
            deployment.service.answer = { _ throws(HTTPError) in
                deployment.advance(90)
                return try answer.get()
            }
            var refusals = 0
            deployment.send(message) {
                refusals += 1
                deployment.advance(30)
            }
            deployment.send(message, toNobody: true) { refusals += 1 }
            #expect(refusals == (isCertain ? 1 : 0))
            #expect(deployment.pauses == (waits ? [isCertain ? 480 : 510, 600] : []))
        }
    }

    @Test("the log names the failure of a code or of a notice, and never the address or the code")
    func logNamesTheFailure() throws {
        for (message, name) in zip(
            SampleMessage.all, ["code", "code", "code", "code"] + Array(repeating: "notice", count: 5))
        {
            let deployment = try MailDeployment()
            deployment.service.answer = { _ in 400 }
            #expect(!deployment.send(message))
            #expect(
                deployment.lines == [
                    "ERROR the \(name) could not be sent: refused with status 400, NotFoundException"
                ])
        }
    }

    @Test("a code takes as long whether or not there is somebody to send it to", arguments: SampleMessage.codes)
    func codeTakesAsLongForNobody(message: MailMessage) throws {
        let deployment = try MailDeployment()
        deployment.service.answer = { _ in
            deployment.advance(123)
            return 200
        }
        #expect(deployment.send(message))
        #expect(deployment.send(message, toNobody: true))
        #expect(deployment.pauses == [477, 600])
        #expect(deployment.service.requests.count == 1 && deployment.lines == [])
    }

    @Test("a mail that fails takes as long, too, and a slow one makes the next to nobody slow")
    func failedMailTakesAsLong() throws {
        let deployment = try MailDeployment()
        var duration: Int64 = 90
        deployment.service.answer = { _ throws(HTTPError) in
            deployment.advance(duration)
            throw .timedOut("slow")
        }
        deployment.send(Self.code)
        duration = 2_345
        deployment.send(Self.code)
        deployment.send(Self.code, toNobody: true)
        #expect(deployment.pauses == [510, 2_500])
    }

    @Test("a notice, which nobody gets without a proof, does not wait", arguments: SampleMessage.notices)
    func noticeDoesNotWait(message: MailMessage) throws {
        let deployment = try MailDeployment()
        #expect(deployment.send(message))
        #expect(deployment.pauses == [])
    }
}
