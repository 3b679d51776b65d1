import AuthenticatorService
import JOSE
import JSON
import OpenSSLCrypto
import Synchronization
import WebAuthn

/// An authenticator service with both kinds of tenant, its clock and the codes that it sends.
final class TestService {
    static let origin = "http://localhost:8377"
    static let relyingPartyID = "localhost"
    static let secret = "a tenant's secret, long enough for HS256"
    static let tenantID = "tenant"
    static let poolID = "eu-west-1_pool"
    static let key = Array("a signing key that is long enough for HS256".utf8)
    static let previousKey = Array("a former signing key, long enough for HS256".utf8)
    /// Counts requests, so that each has an id of its own.
    static let requests = Atomic(0)
    static let start: Int64 = 1_780_272_000

    let mailBox = RecordingCodeSender()
    let clock = SecondsClock(start)
    let storage: any AuthenticatorStorage
    private let configured: Authenticator
    private let rules = Mutex(AuthenticatorRules())

    /// The service with the rules of now.
    var authenticator: Authenticator {
        var authenticator = configured
        authenticator.rules = rules.withLock { $0 }
        return authenticator
    }

    func setRules(_ rules: AuthenticatorRules) { self.rules.withLock { $0 = rules } }

    init(
        storage: any AuthenticatorStorage = MemoryStorage(),
        _ change: (inout AuthenticatorSettings) -> Void = { _ in }
    ) throws {
        var settings = try Self.settings()
        change(&settings)
        let clock = clock
        self.storage = storage
        configured = try Authenticator(settings, storage: storage, codeSender: mailBox, now: { clock.now })
    }

    static func settings() throws -> AuthenticatorSettings {
        AuthenticatorSettings(
            tenants: [
                .authsignal(id: tenantID, secret: secret),
                .signed(userPoolID: poolID, key: key, previousKey: previousKey),
            ],
            relyingParty: try RelyingParty(
                id: relyingPartyID, name: "Sandbox", origins: [Origin(origin)], userHandles: .anyClientEncoding))
    }
}

/// A clock in seconds since 1970, which tests advance.
final class SecondsClock: Sendable {
    private let time: Mutex<Int64>

    init(_ time: Int64) { self.time = Mutex(time) }

    var now: Int64 { time.withLock { $0 } }

    func advance(by seconds: Int64) { time.withLock { $0 += seconds } }
}

/// Records the codes that the service sends.
final class RecordingCodeSender: OneTimeCodeSender {
    private let sent = Mutex<[OneTimeCodeMail]>([])

    var mails: [OneTimeCodeMail] { sent.withLock { $0 } }

    func send(_ mail: OneTimeCodeMail) { sent.withLock { $0.append(mail) } }
}
