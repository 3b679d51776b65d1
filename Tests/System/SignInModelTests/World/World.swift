import AWS
import AuthChallenge
import AuthenticatorFunction
import FunctionServices
import LambdaRuntime
import SignInRules
import StandIns

/// One deployment of the real functions, in this process, with the tables, the mailbox and the clock that they see.
///
/// The functions keep nothing that matters between two events. So a world can be put into any state that it was in
/// before, and a walk can go on from there in every direction.
final class World {
    static let usersTable = "users"
    static let stateTable = "state"
    static let origin = "https://example.org"

    let clock = WorldClock()
    let transport = WorldTransport()
    let define: DefineTrigger
    let create: CreateTrigger
    let verify: VerifyTrigger
    let authenticator: AuthenticatorFunction
    let log = Log(environment: Environment(["AWS_LAMBDA_LOG_LEVEL": "FATAL"])) { _ in }
    private let random = WorldRandom()
    private var requests = 0

    /// A deployment whose users sign in by those rules, with empty tables.
    init(_ rules: ModelRules) throws {
        let environment = rules.environment
        let services = Self.services(environment, transport, clock, random)
        define = try DefineTrigger(services.settings)
        create = try CreateTrigger(services, log)
        verify = try VerifyTrigger(services, log)
        authenticator = try AuthenticatorFunction(services, log)
    }

    private static func services(
        _ environment: [String: String], _ transport: WorldTransport, _ clock: WorldClock, _ random: WorldRandom
    ) -> Services {
        let credentials = AWSCredentials(accessKeyID: "AKID", secretAccessKey: "secret-access-key", sessionToken: nil)
        return Services(
            settings: Settings(Environment(environment)), transport: transport,
            aws: AWSClient(transport: transport, credentials: credentials, environment: { _ in nil }, pause: { _ in }),
            now: { clock.now }, pause: { _ in }, random: { random.bytes($0) })
    }

    /// The number of a new request to the authenticator.
    func nextRequest() -> Int {
        requests += 1
        return requests
    }

    /// Everything that the functions can remember or see.
    struct State {
        fileprivate var items: [String: [TableItem]] = [:]
        fileprivate var mails: [SentMail] = []
        fileprivate var now = WorldClock.start
        fileprivate var random: UInt64 = 1
        fileprivate var requests = 0
    }

    /// The state now, or a state of before to go back to.
    var state: State {
        get {
            State(
                items: [
                    Self.usersTable: transport.tables.items(in: Self.usersTable),
                    Self.stateTable: transport.tables.items(in: Self.stateTable),
                ], mails: transport.mails, now: clock.now, random: random.next, requests: requests)
        }
        set {
            transport.tables.replaceItems(with: newValue.items)
            transport.mails = newValue.mails
            clock.now = newValue.now
            random.next = newValue.random
            requests = newValue.requests
        }
    }
}
