package import AWS
package import FunctionServices
import LambdaRuntime
import Synchronization

/// The keys and secrets of the tests.
package enum SampleKeys {
    package static let signingKey = "a signing key of more than 32 bytes, current"
    package static let previousKey = "a signing key of more than 32 bytes, previous"
    package static let foreignKey = "a signing key of more than 32 bytes, foreign"
    package static let apiSecret = "api-secret-0123456789"
}

/// A clock that stands still until it is told otherwise.
package final class TestClock: Sendable {
    /// The moment at which every test begins, in milliseconds since 1970.
    package static let start: Int64 = 1_800_000_000_250
    /// The same in seconds.
    package static let second: Int64 = 1_800_000_000

    private let milliseconds = Mutex(TestClock.start)

    package init() {}

    package var now: Int64 { milliseconds.withLock { $0 } }

    package func advance(milliseconds: Int64) { self.milliseconds.withLock { $0 += milliseconds } }

    package func advance(seconds: Int64) { advance(milliseconds: seconds * 1_000) }
}

extension Services {
    /// Services with the clock and the network of a test, and for AWS what credentials there are.
    package static func test(
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
