import AuthChallenge
import HTTP
import LambdaRuntime
import TestSupport
import Testing
import TriggerTestSupport

@Suite("Outages of Authsignal")
struct AuthsignalFailureTests {
    struct Outage: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let detail: String
        let answers: [ScriptedTransport.Answer]

        init(_ name: String, _ detail: String, _ answers: ScriptedTransport.Answer...) {
            testDescription = name
            self.detail = detail
            self.answers = answers
        }

        /// What the caller sees is the same for all.
        var error: FunctionError {
            FunctionError(.unavailable, message: "Sign-in is not possible right now", detail: detail)
        }
    }

    static let outages = [
        Outage(
            "a secret or a region that is wrong",
            "Authsignal does not know the API secret: AUTHSIGNAL_SECRET is wrong, or AUTHSIGNAL_URL is another region's",
            API.error(401, "unauthorized")),
        Outage("status 500", "Authsignal refused with status 500, oops", API.error(500, "oops")),
        Outage("an answer without what it must have", "Authsignal gave an unreadable answer", .ok("{}")),
        Outage("a time-out", "Authsignal: timed out: slow", .failure(.timedOut("slow"))),
        Outage(
            "nobody there, twice", "Authsignal: cannot connect: refused", .failure(.cannotConnect("refused")),
            .failure(.cannotConnect("refused"))),
    ]

    @Test("Create fails, and only the log names the cause", arguments: outages)
    func createFailsDuringAnOutage(_ outage: Outage) throws {
        let deployment = try TestDeployment.authsignal()
        for answer in outage.answers { deployment.transport.on(API.track, answer) }
        #expect(throws: outage.error) { try deployment.create() }
        #expect(deployment.transport.calls.count == outage.answers.count)
    }

    @Test("Verify fails likewise: an outage is not a wrong answer", arguments: outages)
    func verifyFailsDuringAnOutage(_ outage: Outage) throws {
        let deployment = try TestDeployment.authsignal()
        deployment.transport.on(API.track, API.tracked())
        for answer in outage.answers { deployment.transport.on(API.validate, answer) }
        let challenge = try deployment.create()
        deployment.transport.forgetCalls()
        #expect(throws: outage.error) { try deployment.verify(challenge, API.resultToken) }
        #expect(deployment.transport.calls.count == outage.answers.count)
    }

    @Test("an outage while the address is checked is not a right answer", arguments: [500, 401, 404])
    func addressCheckOutageIsNoRightAnswer(_ status: Int) throws {
        let deployment = try TestDeployment.authsignal()
        deployment.transport.on(API.track, API.tracked())
        deployment.transport.on(API.validate, API.validated(["verificationMethod": "EMAIL_OTP"]))
        let challenge = try deployment.create()
        deployment.transport.on(API.authenticators, API.error(status, "unauthorized"))
        let error = #expect(throws: FunctionError.self) { try deployment.verify(challenge, API.resultToken) }
        #expect(error?.kind == .unavailable)
    }

    @Test("during an outage while the address is checked, no token is handed out", arguments: [500, 401, 404])
    func addressCheckOutageHandsOutNoToken(_ status: Int) throws {
        let deployment = try TestDeployment.authsignal()
        deployment.transport.on(API.track, API.tracked())
        deployment.transport.on(API.authenticators, API.error(status, "unauthorized"))
        let error = #expect(throws: FunctionError.self) { try deployment.create() }
        #expect(error?.kind == .unavailable)
    }

    @Test("a connection that was never made is tried once more")
    func unmadeConnectionIsRetried() throws {
        let deployment = try TestDeployment.authsignal()
        deployment.transport.on(API.track, .failure(.cannotConnect("refused")), API.tracked())
        try expect(deployment.create().token, equals: API.trackToken)
    }

    @Test("the calls share one deadline inside Cognito's five seconds")
    func callsShareOneDeadline() throws {
        let deployment = try TestDeployment.authsignal()
        deployment.transport.duration = 2_000
        deployment.transport.on(API.track, API.tracked("ALLOW", isEnrolled: false, methods: []), API.tracked())
        deployment.transport.on(API.enrol, .ok("{}"))
        let timedOut = FunctionError(
            .unavailable, message: "Sign-in is not possible right now",
            detail: "Authsignal: timed out: no time left for the call")
        _ = try deployment.create()
        let limits = deployment.transport.calls.map(\.request.timeout)
        #expect(limits == [3_000, 2_600, 600])
        deployment.transport.forget()
        deployment.transport.on(API.track, API.tracked())
        #expect(throws: timedOut) { try deployment.create(.create.deadline(deployment.clock.now + 449)) }
        #expect(deployment.transport.calls.isEmpty)
    }

    @Test("Lambda's own deadline counts if it is nearer")
    func nearerLambdaDeadlineCounts() throws {
        let deployment = try TestDeployment.authsignal()
        deployment.transport.on(API.track, API.tracked())
        _ = try deployment.create(.create.deadline(deployment.clock.now + 1_500))
        #expect(deployment.transport.calls.first?.request.timeout == 1_100)
        #expect(deployment.transport.calls.first?.request.connectTimeout == 1_100)
    }
}
