import AuthChallenge
import LambdaRuntime

extension Services {
    /// Services with the clock and the network of a test, without credentials for AWS.
    static func test(
        _ settings: [String: String], transport: FakeTransport? = nil, clock: TestClock = TestClock()
    ) -> Services {
        Services(
            settings: Settings(Environment(settings)), transport: transport ?? FakeTransport(clock: clock), aws: nil,
            now: { clock.now }, pause: { clock.advance(milliseconds: $0) },
            random: { Array(repeating: 7, count: $0) })
    }
}
