import AWS
import AuthenticatorFunction
import FunctionServices
import HTTP
import HTTPS
import LambdaRuntime
import OpenSSLCrypto
import SignInTokens
import StandIns
import Synchronization
import TestSupport
import Testing
import TriggerTestSupport

/// A deployment of the authenticator: its tables and mails, its clock and its log.
final class Deployment: Sendable {
    static let poolID = SampleUser.poolID
    static let relyingPartyID = "example.org"
    static let origin = "https://example.org"
    static let signingKey = "the signing key of the deployment, long enough"
    static let codeKey = "the key of the codes of the deployment"

    let cloud: CloudServer
    let clock: MovableClock
    let recorder = LogRecorder()
    /// What no log line may hold.
    private let secrets = Mutex<Set<String>>([signingKey, codeKey, "secret-access-key"])

    /// Variables that take the place of the others; an empty one is unset.
    private let settings: [String: String]
    /// Another server of its tables; nil if they are those of the stand-in.
    private let tablesEndpoint: String?

    /// - Parameters:
    ///   - clock: its clock; built functions have the machine's.
    ///   - tablesEndpoint: a server with both tables, empty; nil for the stand-in.
    ///   - settings: variables that take the place of the others; an empty one is unset.
    init(
        clock: MovableClock = MovableClock(), tablesAt tablesEndpoint: String? = nil, settings: [String: String] = [:]
    ) throws {
        self.settings = settings
        cloud = try CloudServer()
        self.clock = clock
        self.tablesEndpoint = tablesEndpoint
    }

    /// The function's variables.
    var environment: [String: String] {
        [
            "AWS_REGION": "eu-west-1", "AWS_ACCESS_KEY_ID": "AKID", "AWS_SECRET_ACCESS_KEY": "secret-access-key",
            "AWS_ENDPOINT_URL": cloud.endpoint, "AWS_ENDPOINT_URL_DYNAMODB": tablesEndpoint ?? cloud.endpoint,
            "TOKEN_MODE": "signed", "TOKEN_SIGNING_KEY": Self.signingKey,
            "USER_POOL_ID": Self.poolID, "OTP_KEY": Self.codeKey, "USERS_TABLE": CloudServer.users,
            "STATE_TABLE": CloudServer.state, "RELYING_PARTY_ID": Self.relyingPartyID, "PASSKEY_ORIGINS": Self.origin,
            "OTP_SENDER": "Example <no-reply@example.org>",
            // So few mails are counted in one item.
            "OTP_MAILS_PER_HOUR": "50",
        ].merging(settings) { $1 }
    }

    /// What a new process of a function has.
    /// - Parameter wrap: puts something between the function and the network.
    func services(_ wrap: (any HTTPTransport) -> any HTTPTransport = { $0 }) throws -> Services {
        let clock = clock
        let transport = wrap(ClockedTransport(try CurlTransport.https(), clock))
        let environment = environment
        return Services(
            settings: Settings(Environment(environment)), transport: transport,
            aws: AWSClient(
                transport: transport, credentials: try #require(AWSCredentials { environment[$0] }),
                environment: { environment[$0] }, pause: { _ in }),
            now: { clock.now }, pause: { clock.advance(milliseconds: $0) }, random: { try? SecureRandom.bytes($0) })
    }

    /// A new process of the authenticator.
    func process(_ wrap: (any HTTPTransport) -> any HTTPTransport = { $0 }) throws -> AuthenticatorProcess {
        AuthenticatorProcess(try AuthenticatorFunction(services(wrap), recorder.log), self)
    }

    /// A challenge token as Create makes it for a round.
    func challengeToken(
        _ subject: String = SampleUser.sub, email: String? = SampleUser.email, isVerified: Bool = true,
        isUnknown: Bool = false, key: String = "round", scope: String = ChallengeToken.readScope,
        sealedWith signingKey: String = Deployment.signingKey
    ) throws -> String {
        let now = clock.now / 1_000
        let token = try ChallengeToken(
            TokenClaims(
                userPoolID: Self.poolID, subject: subject, issuedAt: now, expiresAt: now + 600, scope: scope,
                actionCode: "cognitoAuth", idempotencyKey: key, username: "name-of-\(subject)"),
            email: email.map { ChallengeToken.Address($0, isVerified: isVerified) }, isUserUnknown: isUnknown
        ).sealed(with: SignInKeys(current: Array(signingKey.utf8)))
        hide(token, subject, email ?? "")
        return token
    }

    /// Names values that no log line may hold.
    func hide(_ values: String...) { secrets.withLock { $0.formUnion(values.filter { $0.utf8.count >= 6 }) } }

    /// The log lines that hold a value that must not be logged.
    var leaks: [String] {
        let values = secrets.withLock { $0 }.union(cloud.mails.compactMap(\.code))
        return recorder.lines.showing(anyOf: values)
    }
}
