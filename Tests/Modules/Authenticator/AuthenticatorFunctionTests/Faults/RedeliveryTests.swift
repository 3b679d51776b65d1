import StandIns
import TestSupport
import Testing

@Suite("Requests that are delivered again")
struct RedeliveryTests {
    /// A deployment where everything but the request has happened.
    private func start(_ request: PreparedRequest) throws -> (deployment: Deployment, event: FrontDoorEvent) {
        let deployment = try Deployment()
        return (deployment, try request.prepare(deployment.process()))
    }

    @Test(
        "the same event gets the same answer and changes nothing twice; another one with its content is refused",
        arguments: PreparedRequest.all)
    func sameEvent(request: PreparedRequest) throws {
        let (deployment, event) = try start(request)
        let first = try deployment.process().answer(event)
        #expect(first.status == 200, "\(first.text)")
        let (users, mails) = (deployment.cloud.userItems, deployment.cloud.mails.count)
        let state = deployment.cloud.stateItems.count
        let codes = Set(deployment.cloud.mails.compactMap(\.code)).count
        deployment.clock.advance(seconds: 7)
        let second = try deployment.process().answer(event)
        if request.givesToken {
            #expect(first.token != "")
            #expect(second.text == first.text)
        } else {
            #expect(second.status == 200)
        }
        #expect(users.isSame(as: deployment.cloud.userItems))
        #expect(state == deployment.cloud.stateItems.count)
        // Whether a mail has left is not known to the one who repeats the request. It holds the same code.
        #expect(Set(deployment.cloud.mails.compactMap(\.code)).count == codes)
        guard request.isOnce else { return }
        #expect(deployment.cloud.mails.count == mails)
        var other = event
        other.id += " other"
        let third = try deployment.process().answer(other)
        #expect(!third.isVerified)
        #expect(third.token == "")
        #expect(users.isSame(as: deployment.cloud.userItems))
        #expect(deployment.cloud.mails.count == mails)
    }

    @Test("the reply of each write may be lost once: the answer is the same as without", arguments: PreparedRequest.all)
    func lostReplies(request: PreparedRequest) throws {
        let expected = try undisturbed(request)
        #expect(expected.writes > 0)
        for lost in 1...expected.writes {
            let (deployment, event) = try start(request)
            let loss = Loss(lost)
            deployment.cloud.plan { _, operation in loss.befalls(operation) ? .losesAnswer : nil }
            let answer = try deployment.process().answer(event)
            deployment.cloud.plan(nil)
            #expect(answer.status == 200, "write \(lost): \(answer.text)")
            #expect((answer.token != "") == request.givesToken, "write \(lost)")
            #expect(deployment.cloud.userItems.count == expected.users, "write \(lost)")
            #expect(deployment.cloud.stateItems.count == expected.state, "write \(lost)")
            #expect(deployment.cloud.mails.count == expected.mails, "write \(lost)")
        }
    }

    @Test(
        "a process may stop after any write: another one answers the same event as if nothing had happened",
        arguments: PreparedRequest.all)
    func stoppedProcesses(request: PreparedRequest) throws {
        let expected = try undisturbed(request)
        for stopped in 1...expected.calls {
            let (deployment, event) = try start(request)
            let mails = deployment.cloud.mails.count
            _ = try deployment.process { CutTransport($0, afterWrites: stopped) }.answer(event)
            deployment.clock.advance(seconds: 3)
            let answer = try deployment.process().answer(event)
            #expect(answer.status == 200, "stop \(stopped): \(answer.text)")
            #expect((answer.token != "") == request.givesToken, "stop \(stopped)")
            #expect(deployment.cloud.userItems.count == expected.users, "stop \(stopped)")
            #expect(deployment.cloud.stateItems.count == expected.state, "stop \(stopped)")
            let again = try deployment.process().answer(event)
            if request.givesToken { #expect(again.text == answer.text, "stop \(stopped)") }
            guard request.isOnce else { continue }
            // A notice may be missing, but never comes twice.
            #expect(deployment.cloud.mails.count <= mails + request.mails, "stop \(stopped)")
            var other = event
            other.id += " other"
            try expect(deployment.process().answer(other).token, equals: "", "stop \(stopped)")
        }
    }

    /// What the request does if nothing goes wrong: writes of tables, calls that change or send something, items and
    /// mails afterwards.
    private func undisturbed(
        _ request: PreparedRequest
    ) throws -> (writes: Int, calls: Int, users: Int, state: Int, mails: Int) {
        let (deployment, event) = try start(request)
        let (before, mails) = (deployment.cloud.calls.count, deployment.cloud.mails.count)
        let answer = try deployment.process().answer(event)
        #expect(answer.status == 200, "\(answer.text)")
        let calls = deployment.cloud.calls.dropFirst(before).filter(\.isWrite)
        #expect(deployment.cloud.mails.count == mails + request.mails)
        return (
            calls.count { $0.operation != "SendEmail" }, calls.count, deployment.cloud.userItems.count,
            deployment.cloud.stateItems.count, deployment.cloud.mails.count
        )
    }
}
