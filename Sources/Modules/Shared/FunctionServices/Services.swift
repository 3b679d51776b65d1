package import AWS
package import HTTP
private import HTTPS
package import LambdaRuntime
private import OpenSSLCrypto
private import Primitives

/// What the triggers need in addition to their event: settings, network, clock and randomness. Tests pass their own.
package struct Services {
    /// The function's settings.
    package let settings: Settings
    /// Carries outbound calls.
    package let transport: any HTTPTransport
    /// Calls AWS with the function's role; nil if there are no credentials.
    package let aws: AWSClient?
    /// Milliseconds since 1970.
    package let now: @Sendable () -> Int64
    /// Waits for that many milliseconds.
    package let pause: (Int64) -> Void
    /// That many random bytes; nil when the system gives none.
    package let random: (Int) -> [UInt8]?
    private let coldStart: ColdStart
    /// What the first event need not wait for; nil if nothing is prepared.
    let warmup: Warmup?

    /// Makes services.
    /// - Parameter preparesFirstEvent: whether connections are opened before the first event.
    package init(
        settings: Settings, transport: any HTTPTransport, aws: AWSClient?, now: @escaping @Sendable () -> Int64,
        pause: @escaping (Int64) -> Void, random: @escaping (Int) -> [UInt8]?, preparesFirstEvent: Bool = false
    ) {
        self.settings = settings
        self.transport = transport
        self.aws = aws
        self.now = now
        self.pause = pause
        self.random = random
        coldStart = ColdStart(began: now())
        warmup = preparesFirstEvent ? Warmup() : nil
    }

    /// The services of a running function.
    package init(_ environment: Environment) throws(FunctionError) {
        let transport: CurlTransport
        do { transport = try .https() } catch { throw .hidden(.internalError, error.description) }
        let credentials = AWSCredentials { environment[$0] }
        self.init(
            settings: Settings(environment), transport: transport,
            aws: credentials.map { AWSClient(transport: transport, credentials: $0) { environment[$0] } },
            now: { Clock.now() }, pause: { Clock.sleep(milliseconds: $0) }, random: { try? SecureRandom.bytes($0) },
            preparesFirstEvent: true)
    }

    /// The deadline for reading the secrets. It leaves the first event time for its own calls.
    var startDeadline: Deadline { Deadline(coldStart.began + Self.startLimit, now: now) }

    /// Notes that the function can take events from now on.
    package func markReady() { coldStart.markReady(at: now()) }

    /// When the work on an invocation must have ended: within Cognito's five seconds and Lambda's own deadline, with
    /// time left to hand the answer in.
    package func deadline(of invocation: Invocation) -> Deadline {
        let ours = coldStart.beginInvocation(at: now()) + Self.cognitoLimit
        return Deadline(min(invocation.deadline ?? ours, ours) - Self.answerReserve, now: now)
    }

    /// Cognito gives up on a trigger after five seconds.
    private static let cognitoLimit: Int64 = 5_000
    private static let answerReserve: Int64 = 400
    private static let startLimit: Int64 = 2_500

    /// The client of AWS, for a setting that needs it.
    package func requiredAWS(for variable: String) throws(FunctionError) -> AWSClient {
        guard let aws else { throw .configuration(variable, "needs AWS credentials in the environment") }
        return aws
    }

    /// A random version 4 UUID.
    package func uuid() throws(FunctionError) -> String {
        guard let bytes = random(16) else { throw .hidden(.internalError, "no random bytes") }
        return UUIDText.version4(bytes)
    }
}

/// The start of the function's process. Cognito has been waiting for the first answer since before the process began,
/// so the start has already used up part of the time when the first event arrives.
final class ColdStart {
    /// When the process began, in milliseconds since 1970.
    let began: Int64
    private var ready: Int64?

    /// If the first event comes later than this after the start, in milliseconds, it did not wait for the start: the
    /// process was started in advance.
    private static let gap: Int64 = 250

    init(began: Int64) { self.began = began }

    /// Notes that the function can take events from now on.
    func markReady(at now: Int64) { ready = now }

    /// Notes a new invocation. Only the first after the start can have waited for the start.
    /// - Returns: the moment since which the caller has been waiting.
    func beginInvocation(at now: Int64) -> Int64 {
        defer { ready = nil }
        guard let ready, now - ready <= Self.gap else { return now }
        return began
    }
}
