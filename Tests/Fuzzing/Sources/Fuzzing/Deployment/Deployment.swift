internal import AWS
internal import FunctionServices
internal import HTTP
internal import LambdaRuntime
internal import Synchronization

/// What a function has besides its event. It is new for each input and holds nothing that differs from run to run.
final class Deployment {
    /// When everything happens, in milliseconds since 1970.
    static let start: Int64 = 1_800_000_000_000
    static let second = start / 1_000

    let transport: StubTransport
    let services: Services
    private let recorder = Recorder()

    /// Keeps the log, and moves the clock on while a function waits.
    private final class Recorder: Sendable {
        let lines = Mutex<[[UInt8]]>([])
        let clock = Atomic<Int64>(Deployment.start)
        let random = Atomic<Int>(0)
    }

    init(_ settings: [String: String]) {
        let recorder = recorder
        let transport = StubTransport { recorder.clock.load(ordering: .relaxed) / 1_000 }
        self.transport = transport
        let credentials = AWSCredentials(accessKeyID: "AKID", secretAccessKey: "secret-access-key", sessionToken: nil)
        services = Services(
            settings: Settings(Environment(settings.merging(["AWS_REGION": "eu-west-1"]) { $1 })),
            transport: transport,
            aws: AWSClient(transport: transport, credentials: credentials, environment: { _ in nil }, pause: { _ in }),
            now: { recorder.clock.load(ordering: .relaxed) },
            pause: { recorder.clock.add(max(0, $0), ordering: .relaxed) },
            random: { count in
                (0..<count).map { _ in
                    UInt8(truncatingIfNeeded: recorder.random.add(1, ordering: .relaxed).newValue &* 167 >> 3)
                }
            })
    }

    var log: Log {
        let recorder = recorder
        return Log(environment: Environment(["AWS_LAMBDA_LOG_LEVEL": "TRACE"])) { line in
            recorder.lines.withLock { $0.append(line) }
        }
    }

    /// No line of the log may hold any of these.
    /// - Parameter chosen: texts that the input may have made up. A short one may be a word of the log's own.
    func requireSecret(_ values: [String], chosen: [String] = []) {
        let lines = recorder.lines.withLock { $0 }
        for value in values.filter({ $0.utf8.count >= 6 }) + chosen.filter({ $0.utf8.count >= 32 }) {
            require("the log keeps secrets", !lines.contains { $0.shows(value) })
        }
    }

    /// An event as the Runtime API hands it out.
    static func invocation(_ event: [UInt8]) -> Invocation {
        let head = Array("Lambda-Runtime-Aws-Request-Id: request-1\r\n".utf8)
        return certain("an invocation") { Invocation(HTTPResponse(status: 200, headerLines: head, body: event)) }
    }
}
