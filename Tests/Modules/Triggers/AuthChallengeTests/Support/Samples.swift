import AWS
import AuthChallenge
internal import FunctionServices
import JOSE
import LambdaRuntime
import SignInRules
import Synchronization
import TriggerTestSupport

/// The keys and secrets of the tests.
enum SampleKeys {
    static let signingKey = "a signing key of more than 32 bytes, current"
    static let previousKey = "a signing key of more than 32 bytes, previous"
    static let foreignKey = "a signing key of more than 32 bytes, foreign"
    static let apiSecret = "api-secret-0123456789"
}

/// Makes verification keys of the sample keys.
enum VerificationKeys {
    static func of(_ secret: String) throws -> VerificationKey {
        try VerificationKey(hs256Secret: Array(secret.utf8))
    }
}

extension EventBuilder {
    /// A Verify event of the round that `challenge` began.
    static func verify(_ challenge: CreatedChallenge, _ answer: String) -> EventBuilder {
        .verify.privateParameters(challenge.privateParameters).answer(answer)
    }
}

/// A clock that stands still until it is told otherwise.
final class TestClock: Sendable {
    /// The moment at which every test begins, in milliseconds since 1970.
    static let start: Int64 = 1_800_000_000_250
    /// The same in seconds.
    static let second: Int64 = 1_800_000_000

    private let milliseconds = Mutex(TestClock.start)

    var now: Int64 { milliseconds.withLock { $0 } }

    func advance(milliseconds: Int64) { self.milliseconds.withLock { $0 += milliseconds } }

    func advance(seconds: Int64) { advance(milliseconds: seconds * 1_000) }
}

extension Services {
    /// Services with the clock and the network of a test, and for AWS what credentials there are.
    static func test(
        _ settings: [String: String], transport: ScriptedTransport? = nil, credentials: AWSCredentials? = nil,
        clock: TestClock = TestClock(), preparesFirstEvent: Bool = false
    ) -> Services {
        let transport = transport ?? ScriptedTransport(clock: clock)
        return Services(
            settings: Settings(Environment(settings)), transport: transport,
            aws: credentials.map { AWSClient(transport: transport, credentials: $0) { _ in nil } },
            now: { clock.now }, pause: { clock.advance(milliseconds: $0) },
            random: { Array(repeating: 7, count: $0) }, preparesFirstEvent: preparesFirstEvent)
    }
}
