import AuthChallenge
import TestSupport
import Testing
import TriggerTestSupport

@Suite("Create and Verify take as long for an unknown name as for any user")
struct EqualTimesTests {
    /// Who signs in.
    enum Person: CaseIterable {
        case enrolled, withoutAuthenticators, held, withoutAddress, unknown

        func event(_ event: EventBuilder) -> EventBuilder {
            switch self {
            case .enrolled, .withoutAuthenticators, .held: event
            case .withoutAddress: event.attribute("email", nil)
            case .unknown: event.unknownUser()
            }
        }

        /// What Authsignal answers when Create asks about them.
        func script(_ transport: ScriptedTransport) {
            transport.forget()
            switch self {
            case .enrolled: transport.on(API.track, API.tracked())
            case .withoutAuthenticators:
                let tracked = API.tracked(isEnrolled: false, methods: [])
                transport.on(API.track, tracked, tracked)
                transport.on(API.enrol, .ok("{}"))
            case .held: transport.on(API.track, API.tracked("BLOCK"))
            case .withoutAddress: transport.on(API.track, API.tracked(isEnrolled: false, methods: []))
            case .unknown: break
            }
        }
    }

    /// Where the proof comes from.
    enum Mode: CaseIterable {
        case authsignal, signed, oidc, code

        /// New processes of Create and Verify. Each call of a table takes 6 ms.
        /// - Parameter minimum: the variable `MINIMUM_RESPONSE_TIME`; unset if it is empty.
        func deployment(_ durations: [Int64], minimum: String = "") throws -> TestDeployment {
            let settings = ["MINIMUM_RESPONSE_TIME": minimum]
            let deployment: TestDeployment
            switch self {
            case .authsignal: deployment = try .authsignal(settings)
            case .signed: deployment = try .signed(settings)
            case .oidc: deployment = try .oidc(IDTokenIssuer(), settings)
            case .code: deployment = try CodeDeployment(settings).deployment
            }
            var recorded = RecordedDurations(durations)
            deployment.transport.time = { $0 == AWSServices.update ? 6 : recorded.next() }
            return deployment
        }

        var wrongAnswer: String { self == .code ? "1234567" : API.resultToken }
    }

    /// How long Create and Verify take for a person, in milliseconds.
    private func times(of person: Person, in deployment: TestDeployment, _ mode: Mode) throws -> [Int64] {
        person.script(deployment.transport)
        deployment.transport.always(API.validate, API.validated(isValid: false))
        let started = deployment.clock.now
        let challenge = try deployment.create(person.event(.create))
        let created = deployment.clock.now
        let outcome = try deployment.verify(person.event(.verify(challenge, mode.wrongAnswer)))
        #expect(!outcome.hasPrefix("right"))
        return [created - started, deployment.clock.now - created]
    }

    @Test("in a new process", arguments: Mode.allCases, RecordedDurations.cold)
    func newProcess(mode: Mode, durations: [Int64]) throws {
        let times = try Person.allCases.map { try self.times(of: $0, in: mode.deployment(durations), mode) }
        #expect(Set(times).count == 1, "\(times)")
    }

    @Test("in a process that has served others", arguments: Mode.allCases)
    func runningProcess(mode: Mode) throws {
        let deployment = try mode.deployment(RecordedDurations.warm)
        if mode == .oidc { _ = try times(of: .enrolled, in: deployment, mode) }
        var times: [[Int64]] = []
        for person in Person.allCases + Person.allCases.reversed() {
            // The limits of mails must not refuse any.
            if mode == .code { deployment.clock.advance(seconds: 3_600) }
            times.append(try self.times(of: person, in: deployment, mode))
        }
        #expect(Set(times).count == 1, "\(times)")
    }

    @Test("a mail that a limit refuses takes as long as one that is sent")
    func refusedMailTakesAsLong() throws {
        let deployment = try Mode.code.deployment(RecordedDurations.warm)
        var outcomes: [String] = []
        let times = try (0..<6).map { _ in
            let started = deployment.clock.now
            outcomes.append(try deployment.create().outcome)
            return deployment.clock.now - started
        }
        #expect(outcomes == ["issued", "issued", "issued", "issued", "issued_long", "account_limit"])
        #expect(Set(times).count == 1, "\(times)")
    }

    @Test("a mail that SES refuses takes as long as one to nobody, and so does the round after a wrong answer")
    func unsentMailTakesAsLong() throws {
        let codes = try CodeDeployment(["MINIMUM_RESPONSE_TIME": ""])
        codes.transport.time = { _ in 6 }
        var times: [[Int64]] = []
        for status in [200, 400, 429, 503] {
            codes.aws.mailStatus = { _ in status }
            for event in Array(repeating: EventBuilder.create, count: 7) + [.create.unknownUser()] {
                let started = codes.clock.now
                let first = try codes.create(event)
                let asked = codes.clock.now
                _ = try codes.create(CodeDeployment.session(after: first))
                times.append([asked - started, codes.clock.now - asked])
            }
        }
        #expect(Set(times) == [[606, 0]])
    }

    @Test("nobody waits where the work is the same anyway", arguments: [Mode.signed, .oidc])
    func nobodyWaitsWithoutNeed(mode: Mode) throws {
        let deployment = try mode.deployment(RecordedDurations.warm)
        _ = try times(of: .enrolled, in: deployment, mode)
        _ = try times(of: .unknown, in: deployment, mode)
        #expect(deployment.pauses == [])
    }

    @Test("a right answer does not wait")
    func rightAnswerDoesNotWait() throws {
        let deployment = try Mode.authsignal.deployment(RecordedDurations.warm)
        Person.enrolled.script(deployment.transport)
        let challenge = try deployment.create()
        let created = deployment.clock.now
        deployment.transport.on(API.validate, API.validated(["idempotencyKey": challenge.key]))
        try expect(deployment.verify(challenge, API.resultToken), equals: "right PASSKEY")
        #expect(deployment.clock.now - created < 200)
    }

    @Test("the time is a setting, and 0 takes the waiting away", arguments: [0, 450, 3_000] as [Int64])
    func timeIsASetting(milliseconds: Int64) throws {
        for mode in [Mode.authsignal, .code] {
            let deployment = try mode.deployment([10], minimum: String(milliseconds))
            _ = try deployment.create(Person.unknown.event(.create))
            let waited = deployment.pauses.reduce(0, +)
            #expect(waited == (milliseconds == 0 ? 0 : milliseconds - (mode == .code ? 2 * 6 : 0)))
        }
    }

    @Test("an unknown name waits never beyond the deadline")
    func waitingEndsBeforeTheDeadline() throws {
        for mode in [Mode.authsignal, .code] {
            let deployment = try mode.deployment([10])
            _ = try deployment.create(Person.unknown.event(.create).deadline(deployment.clock.now + 800))
            let waited = deployment.pauses.reduce(0, +)
            #expect(waited == (mode == .code ? 400 - 2 * 6 : 400))
        }
    }
}

/// How long calls of a provider took, in milliseconds, as functions measured them. It answered after 60 to 120 ms.
struct RecordedDurations {
    /// The calls of new processes, in order: the first has a new connection.
    static let cold: [[Int64]] = [[104, 97, 118], [71, 90, 64], [122, 119, 121]]
    /// The calls of a process that has a connection.
    static let warm: [Int64] = [91, 64, 112, 77, 119, 103, 84, 68, 97, 120, 61, 109]

    private let durations: [Int64]
    private var count = 0

    init(_ durations: [Int64]) { self.durations = durations }

    /// The duration of the next call.
    mutating func next() -> Int64 {
        defer { count += 1 }
        return durations[count % durations.count]
    }
}
