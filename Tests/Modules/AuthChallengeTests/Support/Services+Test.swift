import AWS
import AuthChallenge
internal import FunctionServices
import LambdaRuntime
import SignInRules

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
