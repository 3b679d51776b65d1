import HTTP
import JSON
import SoftwarePasskey
import TestSupport
import Testing
import TriggerTestSupport

@Suite("Asking the authenticator for a code, and answering wrongly, takes as long whoever is asked about")
struct EqualTimesTests {
    /// Who asks.
    enum Person: CaseIterable {
        case newUser, user, userWithAnotherAddress, userWhoseAddressIsNotVerified, userWithoutAddress, unknown

        private static let sub = "5e1f4c0e-51b2-4c6c-9a53-0b6a7d0e9f11"

        func token(_ deployment: Deployment, round: String) throws -> String {
            switch self {
            case .newUser: try deployment.challengeToken(Self.sub, email: "new@example.test", key: round)
            case .user: try deployment.challengeToken(key: round)
            case .userWithAnotherAddress: try deployment.challengeToken(email: "moved@example.test", key: round)
            case .userWhoseAddressIsNotVerified:
                try deployment.challengeToken(email: "typed@example.test", isVerified: false, key: round)
            case .userWithoutAddress: try deployment.challengeToken(email: nil, key: round)
            case .unknown: try deployment.challengeToken(email: nil, isUnknown: true, key: round)
            }
        }
    }

    private let deployment: Deployment

    /// A deployment with one user, whose clock only moves when a call or a wait moves it.
    init() throws {
        deployment = try Deployment()
        deployment.clock.stop()
        var device = SoftwareAuthenticator.new
        _ = try deployment.process().enrol(&device)
        deployment.clock.advance(seconds: 3_600)
    }

    /// A new process, whose calls take as long as recorded ones.
    private func process() throws -> AuthenticatorProcess {
        let clock = deployment.clock
        return try deployment.process { TimedTransport($0, clock) }
    }

    /// What a person asks.
    enum Request: String, CaseIterable {
        case enrolment, challenge
        case wrongDigits = "000000"
        case unusableAnswer = "zz"

        /// How long the answer takes at least, in milliseconds.
        var floor: Int64 {
            switch self {
            case .enrolment, .challenge: 600
            case .wrongDigits: 150
            // The text alone decides, so nobody waits and no table is asked.
            case .unusableAnswer: 0
            }
        }
    }

    /// How long a request of a person takes, in milliseconds.
    /// - Parameter isCodeAsked: whether the round has asked for a code before.
    private func time(
        of person: Person, _ round: Int, in process: AuthenticatorProcess, _ request: Request, isCodeAsked: Bool
    ) throws -> Int64 {
        let token = try person.token(deployment, round: "\(person) \(round)")
        if isCodeAsked { _ = try deployment.process().answer(.sendCode(token)) }
        let event: FrontDoorEvent =
            switch request {
            case .enrolment: .enrolEmail(token)
            case .challenge: .sendCode(token)
            case .wrongDigits, .unusableAnswer: .verifyCode(token, request.rawValue)
            }
        let started = deployment.clock.now
        let answer = try process.answer(event)
        #expect(answer.status == 200)
        return deployment.clock.now - started
    }

    @Test("in a new process", arguments: Request.allCases, [false, true])
    func newProcess(request: Request, isCodeAsked: Bool) throws {
        let times = try Person.allCases.map { person in
            deployment.clock.advance(seconds: 3_600)
            return try time(of: person, 1, in: process(), request, isCodeAsked: isCodeAsked)
        }
        #expect(Set(times) == [request.floor], "\(times)")
    }

    @Test("where the mail service refuses every mail", arguments: [Request.enrolment, .challenge])
    func refusedMail(request: Request) throws {
        let process = try process()
        deployment.cloud.plan { _, operation in operation == "SendEmail" ? .refuses : nil }
        let times = try Person.allCases.map { try self.time(of: $0, 1, in: process, request, isCodeAsked: false) }
        #expect(Set(times) == [request.floor], "\(times)")
        #expect(deployment.cloud.calls.count { $0.operation == "SendEmail" } > 2)
    }

    @Test("in a process that has served others", arguments: Request.allCases, [false, true])
    func runningProcess(request: Request, isCodeAsked: Bool) throws {
        let process = try process()
        var times: [Int64] = []
        for (round, person) in (Person.allCases + Person.allCases.reversed()).enumerated() {
            deployment.clock.advance(seconds: 3_600)
            times.append(try time(of: person, round, in: process, request, isCodeAsked: isCodeAsked))
        }
        #expect(Set(times) == [request.floor], "\(times)")
        // Only users with a mailbox, or without any, get a code.
        let asks = isCodeAsked || request == .enrolment || request == .challenge
        #expect(asks == (deployment.cloud.mails.count > 2))
    }

    @Test("more passkeys make no request of a stranger read more")
    func strangerReadsNoPasskeys() throws {
        let process = try deployment.process()
        func bytesRead(_ round: String) throws -> [Int] {
            let token = try deployment.challengeToken(key: round)
            let before = deployment.cloud.calls.count
            _ = try process.answer(.sendCode(token))
            for answer in ["000000", "zz"] { _ = try process.answer(.verifyCode(token, answer)) }
            return deployment.cloud.calls[before...].filter { $0.operation == "Query" }.map(\.bytes)
        }
        let token = try process.proveEmail(deployment.challengeToken(key: "result")).token
        let one = try bytesRead("one passkey")
        var device = SoftwareAuthenticator.new
        try expect(process.register(&device, token).isVerified, equals: true)
        // Only a request for a code reads the user.
        #expect(one.count == 1)
        try expect(bytesRead("two passkeys"), equals: one)
    }

    @Test("a round takes twenty answers; more are refused at once, before anything of the user is read")
    func answersOfARoundAreLimited() throws {
        let process = try process()
        let token = try deployment.challengeToken(key: "round")
        _ = try process.answer(.sendCode(token))
        for number in 1...20 {
            // No network's answers of one moment.
            deployment.clock.advance(seconds: 1)
            let answer = try process.answer(.verifyCode(token, process.wrongCode))
            #expect(answer["failureReason"]?.string == "CODE_INVALID_OR_EXPIRED", "\(number)")
        }
        let calls = deployment.cloud.calls.count
        for answer in [process.wrongCode, process.mailedCode, "0000-0000-0000-0000"] {
            deployment.clock.advance(seconds: 1)
            let started = deployment.clock.now
            let answer = try process.answer(.verifyCode(token, answer))
            #expect(deployment.clock.now - started == 12)
            #expect(answer.status == 200 && !answer.isVerified)
            #expect(answer["failureReason"]?.string == "MAX_ATTEMPTS_EXCEEDED")
        }
        let each = ["PutItem", "UpdateItem"]
        #expect(deployment.cloud.calls[calls...].map(\.operation) == each + each + each)
        // Another round of the same user is not touched.
        let other = try deployment.challengeToken(key: "other round")
        try expect(process.proveEmail(other).isVerified, equals: true)
    }
}

/// A network in which a mail takes 90 ms and a call of a table 6 ms, by a test's clock.
private final class TimedTransport: HTTPTransport {
    private let transport: any HTTPTransport
    private let clock: MovableClock

    init(_ transport: any HTTPTransport, _ clock: MovableClock) { (self.transport, self.clock) = (transport, clock) }

    func send(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse {
        clock.advance(milliseconds: request.url.hasSuffix("outbound-emails") ? 90 : 6)
        return try transport.send(request)
    }
}
