import AWS
import Addresses
import FunctionServices
import HTTP
import JSON
import LambdaRuntime
import SignInMail
import StandIns
import TriggerTestSupport

/// Amazon SES behind a transport: it takes mails, or refuses them as a test demands.
final class MailService: HTTPTransport {
    private(set) var requests: [HTTPRequest] = []
    /// The mails it took.
    private(set) var mails: [SentMail] = []
    /// How it answers a mail.
    var answer: (SentMail) throws(HTTPError) -> Int = { _ in 200 }

    func send(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse {
        requests.append(request)
        guard let mail = SentMail(request.body) else { return HTTPResponse(status: 400) }
        let status = try answer(mail)
        if status == 200 { mails.append(mail) }
        return HTTPResponse(status: status, body: Array(#"{"__type":"NotFoundException"}"#.utf8))
    }
}

/// A sender of mails with its service, clock and log.
final class MailDeployment {
    static let settings = ["OTP_SENDER": "Example <no-reply@example.test>", "AWS_REGION": "eu-west-1"]
    static let address = "ana@example.test"

    let service = MailService()
    private let recorder = LogRecorder()
    private let time = TestClock()
    private(set) var pauses: [Int64] = []
    private var sender: MailSender?

    init(_ changes: [String: String?] = [:]) throws(FunctionError) {
        let settings = Self.settings.merging(changes.compactMapValues { $0 }) { $1 }.filter {
            changes[$0.key] != .some(nil)
        }
        let aws = AWSClient(
            transport: service,
            credentials: AWSCredentials(accessKeyID: "A", secretAccessKey: "s", sessionToken: nil)
        ) { _ in nil }
        let time = time
        sender = MailSender(
            try MailSettings(Settings(Environment(settings))), aws: aws, now: { time.now },
            floor: ResponseTimeFloor(600, now: { time.now }) { [unowned self] in
                pauses.append($0)
                time.advance(milliseconds: $0)
            })
    }

    /// The lines of the log.
    var lines: [String] { recorder.lines }

    func advance(_ duration: Int64) { time.advance(milliseconds: duration) }

    /// Sends a message to the sample user, or to nobody.
    @discardableResult
    func send(
        _ message: MailMessage, locale: String? = nil, toNobody: Bool = false, within duration: Int64 = 4_000,
        refused: () -> Void = {}
    ) -> Bool {
        let time = time
        let address = toNobody ? nil : try? EmailAddress(Self.address)
        return sender?.send(
            message, to: address.map { MailRecipient($0, locale: locale) },
            by: Deadline(time.now + duration, now: { time.now }), log: recorder.log, refused: refused) ?? false
    }

    /// The mail that a message becomes.
    static func mail(
        _ message: MailMessage, locale: String? = nil, _ changes: [String: String?] = [:]
    ) throws -> SentMail? {
        let deployment = try MailDeployment(changes)
        deployment.send(message, locale: locale)
        return deployment.service.mails.last
    }
}

/// Messages of every kind.
enum SampleMessage {
    static let digits = MailedCode("012345", lifetime: 300)
    static let long = MailedCode("7K3M-Q2XR-05TA-HJ8W", .long, lifetime: 600)
    static let passkey = PasskeyLabel(name: "Blue phone", provider: "iCloud Keychain")
    static let other = PasskeyLabel(name: "Laptop", provider: nil)

    static let codes: [MailMessage] = [
        .signInCode(digits), .signInCode(long), .addressCode(digits), .addressCode(long),
    ]
    static let notices: [MailMessage] = [
        .firstPasskeyAdded(passkey), .passkeyAdded(passkey, others: [other]), .passkeyRemoved(passkey),
        .addressChanged, .authenticatorsReset,
    ]
    static let all = codes + notices
    /// Messages in which every text of a language stands, after what they are for.
    static let named: [(name: String, message: MailMessage)] = [
        ("a code to sign in with", .signInCode(digits)),
        ("a long code to sign in with", .signInCode(long)),
        ("a code that is valid for a minute", .signInCode(MailedCode("012345", lifetime: 60))),
        ("a code that an earlier mail has, too", .signInCode(MailedCode("012345", lifetime: 179, isRepeated: true))),
        ("such a code in its last minute", .signInCode(MailedCode("012345", lifetime: 59, isRepeated: true))),
        ("a long code that is valid for a minute", .signInCode(MailedCode(long.text, .long, lifetime: 60))),
        ("a code that confirms an address", .addressCode(digits)),
        ("a long code that confirms an address", .addressCode(long)),
        ("the first passkey was added", .firstPasskeyAdded(passkey)),
        ("another passkey was added", .passkeyAdded(passkey, others: [other])),
        ("a passkey was removed", .passkeyRemoved(passkey)),
        ("the address was changed", .addressChanged),
        ("an administrator removed all passkeys", .authenticatorsReset),
    ]
    static let locales = ["en", "de", "fr", "es"]
}
