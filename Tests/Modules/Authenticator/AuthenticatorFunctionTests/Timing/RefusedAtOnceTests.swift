import AuditLog
import LambdaRuntime
import SoftwarePasskey
import TestSupport
import Testing
import TriggerTestSupport

/// Whoever waits holds a process of the function, so nobody waits for a refusal that tells nothing about the user.
@Suite("A request for a code, or an answer, that is refused whoever the user is")
struct RefusedAtOnceTests {
    private let deployment: Deployment
    private let process: AuthenticatorProcess

    /// A deployment whose clock only moves when an answer waits. One mail is enough for a network's share.
    init() throws {
        deployment = try Deployment(settings: ["OTP_MAILS_PER_NETWORK": "1"])
        deployment.clock.stop()
        process = try deployment.process()
    }

    private func token(_ round: String, isUnknown: Bool) throws -> String {
        try deployment.challengeToken(email: isUnknown ? nil : SampleUser.email, isUnknown: isUnknown, key: round)
    }

    private func event(_ round: String, isUnknown: Bool, enrols: Bool, from network: String) throws -> FrontDoorEvent {
        let token = try token(round, isUnknown: isUnknown)
        var event = enrols ? FrontDoorEvent.enrolEmail(token) : .sendCode(token)
        event.sourceIP = network
        return event
    }

    /// Answers events of one moment: nobody waits for another.
    private func answer(_ events: [FrontDoorEvent]) throws -> [FunctionAnswer] {
        let moment = deployment.clock.now
        return try events.map { event in
            defer { deployment.clock.advance(milliseconds: moment - deployment.clock.now) }
            return try process.answer(event)
        }
    }

    /// Expects an answer that took no time, for a user and for a name that no user has.
    private func expectRefusal(
        _ reason: String, calls: [String], after milliseconds: Int64 = 10_000,
        _ event: (_ isUnknown: Bool, _ enrols: Bool) throws -> FrontDoorEvent
    ) throws {
        var answers: Set<[UInt8]> = []
        for (isUnknown, enrols) in [(false, false), (true, false), (false, true), (true, true)] {
            deployment.clock.advance(milliseconds: milliseconds)
            let (began, count) = (deployment.clock.now, deployment.cloud.calls.count)
            let answer = try process.answer(event(isUnknown, enrols))
            #expect(answer.error == "429 too_many_requests")
            #expect(answer.retryAfter == (reason == "too_many_answers" ? "1" : "30"))
            #expect(deployment.clock.now == began)
            // Nothing about the user has been read.
            #expect(deployment.cloud.calls.dropFirst(count).map(\.operation) == calls)
            #expect(process.audit.map(\.reason) == [reason])
            answers.insert(answer.bytes)
        }
        #expect(answers.count == 1)
    }

    @Test("by the share of its network is answered at once, after two calls, and the same for everybody")
    func network() throws {
        let network = "192.0.2.1"
        let first = try process.answer(event("first", isUnknown: false, enrols: false, from: network))
        #expect(first.status == 200 && first.retryAfter == nil)
        try expectRefusal("caller_limit", calls: ["PutItem", "PutItem"]) { isUnknown, enrols in
            try event("refused \(isUnknown) \(enrols)", isUnknown: isUnknown, enrols: enrols, from: network)
        }
        try expect(process.answer(event("else", isUnknown: false, enrols: true, from: "192.0.2.2")).status, equals: 200)
    }

    @Test(
        "by what already waits for its networks is answered at once, after one call for all, and the same for everybody"
    )
    func moment() throws {
        let events = try (0..<9).map { number in
            try event("\(number)", isUnknown: number % 2 == 0, enrols: false, from: "2001:db8:0:\(number)00::1")
        }
        try expect(answer(events).map(\.status), equals: [200, 200, 200, 200, 200, 429, 429, 429, 429])
        try expectRefusal("caller_limit", calls: [], after: 0) { isUnknown, enrols in
            try event("refused \(isUnknown) \(enrols)", isUnknown: isUnknown, enrols: enrols, from: "2001:db8:0:f::1")
        }
        try expect(
            process.answer(event("else", isUnknown: false, enrols: true, from: "2001:db8:1::1")).status, equals: 200)
    }

    @Test("as an answer, by what already waits for its network, is answered at once, after one call for all")
    func answers() throws {
        func event(_ isUnknown: Bool, from network: String) throws -> FrontDoorEvent {
            var event = FrontDoorEvent.verifyCode(try token("answers", isUnknown: isUnknown), "2345-6789-0123-4567")
            event.sourceIP = network
            return event
        }
        let network = "192.0.2.1"
        let found = try answer((0..<10).map { try event($0 % 2 == 0, from: network) })
        #expect(found.map(\.status) == [200, 200, 200] + Array(repeating: 429, count: 7))
        // Another process finds out by itself, once.
        let (other, before) = (try deployment.process(), deployment.cloud.calls.count)
        let again = try (0..<3).map { try other.answer(event($0 % 2 == 0, from: network)).error }
        #expect(again == Array(repeating: "429 too_many_requests", count: 3))
        #expect(deployment.cloud.calls.dropFirst(before).map(\.operation) == ["PutItem"])
        try expectRefusal("too_many_answers", calls: [], after: 0) { isUnknown, _ in
            try event(isUnknown, from: network)
        }
        try expect(process.answer(event(false, from: "192.0.2.2")).status, equals: 200)
        // Half a second after the first there is room for one again.
        deployment.clock.advance(milliseconds: 350)
        try expect(answer((0..<2).map { _ in try event(false, from: network) }).map(\.status), equals: [200, 429])
    }

    @Test("is never the answer of a person who has proven an address, because it does not wait")
    func provenAnswer() throws {
        var device = SoftwareAuthenticator.new
        let proven = try process.enrol(&device)
        deployment.clock.advance(milliseconds: 10_000)
        let unproven = try (0..<10).map { _ in
            FrontDoorEvent.verifyCode(try token("answers", isUnknown: false), "2345-6789-0123-4567")
        }
        try expect(answer(unproven).last?.status, equals: 429)
        try expect(answer([.verifyCode(proven, "2345-6789-0123-4567")]).map(\.status), equals: [200])
    }

    @Test(
        "because its round has made more requests than a person makes is answered at once, and the same for everybody")
    func round() throws {
        for number in 0..<10 {
            for isUnknown in [false, true] {
                let answer = try process.answer(
                    event(
                        "\(isUnknown)", isUnknown: isUnknown, enrols: false,
                        from: "192.0.\(number).\(isUnknown ? 1 : 2)"))
                #expect(answer.status == 200)
            }
        }
        // What the refused request took of its network's share is put back.
        let calls = ["PutItem", "PutItem", "UpdateItem", "UpdateItem"]
        try expectRefusal("round_limit", calls: calls) { isUnknown, enrols in
            try event(
                "\(isUnknown)", isUnknown: isUnknown, enrols: enrols,
                from: "198.51.\(isUnknown ? 1 : 2).\(enrols ? 1 : 2)")
        }
        try expect(
            process.answer(event("other", isUnknown: false, enrols: false, from: "198.51.1.1")).status, equals: 200)
    }
}
