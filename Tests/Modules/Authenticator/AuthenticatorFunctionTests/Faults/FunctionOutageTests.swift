import AuditLog
import Primitives
import SoftwarePasskey
import StandIns
import TestSupport
import Testing
import TriggerTestSupport

@Suite("Tables and mails that are slow, out or refusing")
struct FunctionOutageTests {
    private static let quickFaults: [ServiceFault] = [.isOut, .fails, .refuses, .throttles, .losesAnswer]
    private static let slowFaults: [ServiceFault] = [.isSilent, .keepsAnswer]

    @Test(
        "tables that fail end in 503, nothing is issued, and the same event is answered once they work again",
        arguments: PreparedRequest.all, quickFaults)
    func failingTables(request: PreparedRequest, fault: ServiceFault) throws {
        let deployment = try Deployment()
        let event = try request.prepare(deployment.process())
        try expectUnavailable(deployment, event, fault)
        let answer = try deployment.process().answer(event)
        #expect(answer.status == 200, "\(answer.text)")
        #expect((answer.token != "") == request.givesToken)
        #expect(deployment.leaks == [])
    }

    @Test(
        "tables that do not answer end in 503 within the deadline", .serialized,
        arguments: PreparedRequest.all.filter(\.isOnce), slowFaults)
    func slowTables(request: PreparedRequest, fault: ServiceFault) throws {
        let deployment = try Deployment()
        let event = try request.prepare(deployment.process())
        try expectUnavailable(deployment, event, fault)
    }

    private func expectUnavailable(_ deployment: Deployment, _ event: FrontDoorEvent, _ fault: ServiceFault) throws {
        let (users, mails) = (deployment.cloud.userItems, deployment.cloud.mails.count)
        deployment.cloud.plan { _, operation in operation == "SendEmail" ? nil : fault }
        let process = try deployment.process()
        process.timeLimit = 1_100
        let start = deployment.clock.now
        let answer = try process.answer(event)
        #expect(deployment.clock.now <= start + 1_100)
        deployment.cloud.plan(nil)
        #expect(answer.error == "503 service_unavailable", "\(answer.text)")
        #expect(answer.token == "")
        #expect(deployment.cloud.mails.count == mails)
        // The first read got no answer, so nothing was decided.
        #expect(users.isSame(as: deployment.cloud.userItems))
        #expect(deployment.recorder.lines.contains { $0.contains("not answer") })
    }

    @Test(
        "tables may fail from any call on: there is no token without the whole change", arguments: PreparedRequest.all)
    func failingLater(request: PreparedRequest) throws {
        let whole = try Deployment()
        let wholeEvent = try request.prepare(whole.process())
        let before = (calls: whole.cloud.calls.count, users: whole.cloud.userItems.count)
        _ = try whole.process().answer(wholeEvent)
        let calls = whole.cloud.calls.count - before.calls
        for first in 1...calls {
            let deployment = try Deployment()
            let event = try request.prepare(deployment.process())
            deployment.cloud.plan { number, _ in number >= first ? .fails : nil }
            let answer = try deployment.process().answer(event)
            deployment.cloud.plan(nil)
            let users = deployment.cloud.userItems.count
            if answer.status == 200 {
                #expect(users == whole.cloud.userItems.count, "from call \(first)")
            } else {
                #expect(answer.error == "503 service_unavailable", "from call \(first): \(answer.text)")
                #expect(answer.token == "")
                #expect([before.users, whole.cloud.userItems.count].contains(users), "from call \(first)")
            }
            let again = try deployment.process().answer(event)
            #expect(again.status == 200, "from call \(first): \(again.text)")
            #expect((again.token != "") == request.givesToken, "from call \(first)")
            #expect(deployment.cloud.userItems.count == whole.cloud.userItems.count, "from call \(first)")
        }
    }

    @Test(
        "a mail service that fails is not seen by the caller, as the answer must not tell who exists",
        arguments: ServiceFault.allCases)
    func failingMails(fault: ServiceFault) throws {
        let deployment = try Deployment()
        deployment.cloud.plan { _, operation in operation == "SendEmail" ? fault : nil }
        let process = try deployment.process()
        process.timeLimit = 1_100
        let start = deployment.clock.now
        let token = try deployment.challengeToken()
        let answer = try process.answer(.enrolEmail(token))
        #expect(process.metrics.outcome == "unsent")
        #expect(process.audit.map(\.reason) == ["unsent"])
        #expect(deployment.clock.now <= start + 1_100)
        let unknown = try process.answer(
            .enrolEmail(try deployment.challengeToken("nobody", email: nil, isUnknown: true, key: "unknown")))
        #expect((answer.status, unknown.status) == (200, 200))
        #expect(deployment.recorder.lines.contains { $0.contains("could not be sent") })
        #expect(deployment.leaks == [])
        // The next request sends a mail.
        deployment.cloud.plan(nil)
        let sent = deployment.cloud.mails.count
        _ = try deployment.process().answer(.sendCode(token))
        #expect(deployment.cloud.mails.count == sent + 1)
        try expect(process.answer(.verifyCode(token, process.mailedCode)).isVerified, equals: true)
    }

    @Test("nothing of users, addresses, tokens and codes stands in the log")
    func logHoldsNoSecrets() throws {
        let deployment = try Deployment()
        let process = try deployment.process()
        var device = SoftwareAuthenticator.new
        let token = try process.enrol(&device)
        deployment.hide(Base64URL.encode(device.passkeys[0].id), Base64URL.encode(device.passkeys[0].userHandle))
        _ = try process.signIn(&device, .bearer(deployment.challengeToken(key: "other")))
        _ = try process.answer(.verifyCode(token, "000000"))
        _ = try process.answer(.verifyCode(try deployment.challengeToken(key: "third"), process.mailedCode))
        deployment.cloud.plan { _, _ in .refuses }
        _ = try process.signIn(&device, .bearer(token))
        _ = try process.answer(.sendCode(token))
        #expect(deployment.recorder.lines.contains { $0.contains("the tables do not answer") })
        #expect(deployment.leaks == [])
    }
}
