import HTTP
import SoftwarePasskey
import Testing
import TriggerTestSupport

@Suite("Asking the authenticator for a code takes as long whether or not one is sent")
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

    /// How long a request of a person takes, in milliseconds.
    private func time(
        of person: Person, _ round: Int, in process: AuthenticatorProcess, enrols: Bool
    ) throws -> Int64 {
        let token = try person.token(deployment, round: "\(person) \(round)")
        let started = deployment.clock.now
        let answer = try process.answer(enrols ? .enrolEmail(token) : .sendCode(token))
        #expect(answer.status == 200)
        return deployment.clock.now - started
    }

    @Test("in a new process", arguments: [true, false])
    func newProcess(enrols: Bool) throws {
        let times = try Person.allCases.map { try self.time(of: $0, 1, in: process(), enrols: enrols) }
        #expect(Set(times).count == 1, "\(times)")
        // Only users with a mailbox, or without any, get a code.
        #expect(deployment.cloud.mails.count > 2)
    }

    @Test("in a process that has served others", arguments: [true, false])
    func runningProcess(enrols: Bool) throws {
        let process = try process()
        var times: [Int64] = []
        for (round, person) in (Person.allCases + Person.allCases.reversed()).enumerated() {
            deployment.clock.advance(seconds: 3_600)
            times.append(try time(of: person, round, in: process, enrols: enrols))
        }
        #expect(Set(times).count == 1, "\(times)")
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
