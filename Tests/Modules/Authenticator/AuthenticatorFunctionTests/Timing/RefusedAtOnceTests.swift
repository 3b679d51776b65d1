import AuditLog
import LambdaRuntime
import Testing
import TriggerTestSupport

/// Whoever waits holds a process of the function, so nobody waits for a refusal that tells nothing about the user.
@Suite("A request for a code that is refused whoever the user is")
struct RefusedAtOnceTests {
    private let deployment: Deployment
    private let process: AuthenticatorProcess

    /// A deployment whose clock only moves when an answer waits.
    init() throws {
        deployment = try Deployment()
        deployment.clock.stop()
        process = try deployment.process()
    }

    private func event(_ round: String, isUnknown: Bool, enrols: Bool, from network: String) throws -> FrontDoorEvent {
        let token = try deployment.challengeToken(
            email: isUnknown ? nil : SampleUser.email, isUnknown: isUnknown, key: round)
        var event = enrols ? FrontDoorEvent.enrolEmail(token) : .sendCode(token)
        event.sourceIP = network
        return event
    }

    /// Expects an answer that took no time, for a user and for a name that no user has.
    private func expectRefusal(_ reason: String, calls: [String], _ event: (Bool, Bool) throws -> FrontDoorEvent) throws
    {
        var answers: Set<[UInt8]> = []
        for (isUnknown, enrols) in [(false, false), (true, false), (false, true), (true, true)] {
            let (began, count) = (deployment.clock.now, deployment.cloud.calls.count)
            let answer = try process.answer(event(isUnknown, enrols))
            #expect(answer.error == "429 too_many_requests")
            #expect(deployment.clock.now == began)
            // Nothing about the user has been read.
            #expect(deployment.cloud.calls.dropFirst(count).map(\.operation) == calls)
            #expect(process.audit.map(\.reason) == [reason])
            answers.insert(answer.bytes)
        }
        #expect(answers.count == 1)
    }

    @Test("by the share of its network is answered at once, after one call, and the same for everybody")
    func network() throws {
        let network = "192.0.2.1"
        for number in 0..<30 {
            let answer = try process.answer(
                event("\(number)", isUnknown: number % 2 == 0, enrols: false, from: network))
            #expect(answer.status == 200)
            // Not all at one moment, and not for so long that the share grows again.
            deployment.clock.advance(milliseconds: 350)
        }
        try expectRefusal("caller_limit", calls: ["PutItem"]) { isUnknown, enrols in
            try event("refused \(isUnknown) \(enrols)", isUnknown: isUnknown, enrols: enrols, from: network)
        }
        #expect(try process.answer(event("else", isUnknown: false, enrols: true, from: "192.0.2.2")).status == 200)
    }

    @Test(
        "because its round has made more requests than a person makes is answered at once, and the same for everybody")
    func round() throws {
        for number in 0..<10 {
            for isUnknown in [false, true] {
                let answer = try process.answer(
                    event("\(isUnknown)", isUnknown: isUnknown, enrols: false, from: "192.0.2.\(number)"))
                #expect(answer.status == 200)
            }
        }
        // What the refused request took of its network's share is put back.
        let calls = ["PutItem", "UpdateItem", "UpdateItem"]
        try expectRefusal("round_limit", calls: calls) { isUnknown, enrols in
            try event("\(isUnknown)", isUnknown: isUnknown, enrols: enrols, from: "198.51.100.\(isUnknown ? 1 : 2)")
        }
        #expect(try process.answer(event("other", isUnknown: false, enrols: false, from: "192.0.2.1")).status == 200)
    }
}
