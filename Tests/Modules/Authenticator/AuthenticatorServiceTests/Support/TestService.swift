import AuthenticatorService
import EmailCodes
import JOSE
import JSON
import OpenSSLCrypto
import SignInMail
import StandIns
import Synchronization
import Testing
import WebAuthn

/// An authenticator service of a user pool, its clock and the codes that it sends.
final class TestService {
    static let origin = "http://localhost:8377"
    static let relyingPartyID = "localhost"
    static let poolID = "eu-west-1_pool"
    static let key = Array("a signing key that is long enough for HS256".utf8)
    static let previousKey = Array("a former signing key, long enough for HS256".utf8)
    /// Counts requests, so that each has an id of its own.
    static let requests = Atomic(0)
    static let start: Int64 = 1_780_272_000

    let mailBox = RecordingMails()
    let clock = SecondsClock(start)
    let storage: any AuthenticatorStorage
    /// What the operator was told.
    var reports: [AuthenticatorReport] = []
    /// The decisions for the audit log.
    var decisions: [AccountDecision] = []
    let authenticator: AuthenticatorAPI

    init(
        poolID: String = TestService.poolID,
        storage: any AuthenticatorStorage = TableStandIn.authenticatorTables().authenticatorStorage(),
        _ change: (inout AuthenticatorSettings) -> Void = { _ in }
    ) throws {
        var settings = try Self.settings(poolID)
        change(&settings)
        let clock = clock
        self.storage = storage
        authenticator = AuthenticatorAPI(
            settings, storage: storage,
            codes: OneTimeCodes(
                CodeRules(lifetime: 600, mailsPerHour: 1_000), CodeKeys(codes: Self.key)),
            codeStorage: MemoryCodeStorage(), mails: mailBox, now: { clock.milliseconds })
    }

    private static func settings(_ poolID: String) throws -> AuthenticatorSettings {
        AuthenticatorSettings(
            pool: try ServedPool(id: poolID, key: key, previousKey: previousKey),
            relyingParty: try RelyingParty(
                id: relyingPartyID, name: "Sandbox", origins: [Origin(origin)]))
    }
}

/// A clock in seconds since 1970, which tests advance.
final class SecondsClock: Sendable {
    private let time: Mutex<Int64>

    private let readings = Atomic<Int64>(0)

    init(_ time: Int64) { self.time = Mutex(time) }

    var now: Int64 { time.withLock { $0 } }

    /// The time in milliseconds, a little later with every reading.
    var milliseconds: Int64 { now * 1_000 + min(readings.add(1, ordering: .relaxed).newValue, 999) }

    func advance(by seconds: Int64) { time.withLock { $0 += seconds } }
}

/// Records the mails that the service sends.
final class RecordingMails: AuthenticatorMails {
    /// Whether no mail leaves.
    var fails: Bool {
        get { failing.withLock { $0.fails } }
        set { failing.withLock { $0.fails = newValue } }
    }

    /// Whether it is certain that no mail leaves. What they would have said is recorded nevertheless.
    var refuses: Bool {
        get { failing.withLock { $0.refuses } }
        set { failing.withLock { $0.refuses = newValue } }
    }

    private let failing = Mutex((fails: false, refuses: false))
    /// A mail with a code.
    struct CodeMail {
        let recipient: String
        let code: String
        let isLong: Bool
        /// Whether the address is not the user's yet.
        let isEnrolment: Bool
        /// For how long the mail says that the code is valid, in seconds.
        let lifetime: Int64
        let locale: String?
    }

    private let sent = Mutex<[(message: MailMessage, recipient: MailRecipient)]>([])

    /// The mails with codes.
    var mails: [CodeMail] {
        sent.withLock { sent in
            sent.compactMap { message, recipient in
                switch message {
                case .signInCode(let code), .addressCode(let code):
                    var isEnrolment = false
                    if case .addressCode = message { isEnrolment = true }
                    return CodeMail(
                        recipient: recipient.address, code: code.text, isLong: code.form == .long,
                        isEnrolment: isEnrolment, lifetime: code.lifetime, locale: recipient.locale)
                default: return nil
                }
            }
        }
    }

    /// The other mails, with their recipients.
    var notices: [(message: MailMessage, recipient: String)] {
        sent.withLock { sent in
            sent.compactMap { message, recipient in
                switch message {
                case .signInCode, .addressCode: nil
                default: (message, recipient.address)
                }
            }
        }
    }

    func send(_ message: MailMessage, to recipient: MailRecipient?, refused: () -> Void) -> Bool {
        guard !fails else { return false }
        guard let recipient else { return true }
        sent.withLock { $0.append((message, recipient)) }
        guard refuses else { return true }
        refused()
        return false
    }
}
