internal import HTTP
internal import LambdaRuntime
private import OpenSSLCrypto
private import Tracing

extension Services {
    /// The variable in which Lambda names the X-Ray daemon.
    private static let daemonVariable = "AWS_XRAY_DAEMON_ADDRESS"

    /// A transport whose calls the traces of sampled events show; the transport itself if there is no daemon. What is
    /// not a usable address of a daemon is logged: traces are worth no failure.
    static func traced(_ transport: any HTTPTransport, _ environment: Environment) -> any HTTPTransport {
        guard let text = environment[daemonVariable] else { return transport }
        let log = Log(environment: environment)
        guard let address = DaemonAddress(text) else {
            log(.warn, "\(daemonVariable) is not an IP address with a port, so the traces show no calls")
            return transport
        }
        let daemon = TraceDaemon(at: address) { log(.debug, $0) }
        return TracedTransport(
            transport, header: { TraceVariable.current }, now: { Clock.microseconds() },
            random: { try? SecureRandom.bytes($0) }, record: daemon.send)
    }
}
