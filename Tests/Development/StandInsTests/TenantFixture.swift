import AuthenticatorService
import Foundation
import JSON
import Primitives
import SoftwarePasskey
import StandIns
import Synchronization

/// A tenant at the Authsignal stand-in, its clock and the mails that it sends.
final class TenantFixture {
    static let secret = "a tenant's secret, long enough for HS256"
    static let tenantID = "tenant"
    static let start: Int64 = 1_780_272_000

    /// Who sends a request.
    enum Sender {
        case server, app
        case bearer(String)
    }

    /// An answer and its JSON.
    struct Answer {
        let text: String
        let json: JSONValue?
        /// The status, and the error code if there is one.
        let outcome: String

        init(_ response: APIResponse) {
            text = String(decoding: response.body, as: UTF8.self)
            json = try? JSONValue(parsing: response.body)
            outcome = [String(response.status), json?["errorCode"]?.string].compactMap { $0 }.joined(separator: " ")
        }

        subscript(name: String) -> JSONValue? { json?[name] }

        var token: String { self["accessToken"]?.string ?? "" }
        var isVerified: Bool { self["isVerified"]?.bool ?? false }
    }

    var tenant: AuthsignalTenant
    let sent = MailBox()
    let clock = Clock()
    private var requests = 0

    final class MailBox: Sendable {
        private let sent = Mutex<[SentMail]>([])
        var mails: [SentMail] { sent.withLock { $0 } }
        func take(_ mail: SentMail) { sent.withLock { $0.append(mail) } }
    }

    final class Clock: Sendable {
        private let time = Mutex(TenantFixture.start * 1_000)

        /// Milliseconds since 1970, one more with every reading.
        func read() -> Int64 {
            time.withLock { time in
                time += 1
                return time
            }
        }

        func advance(by seconds: Int64) { time.withLock { $0 += seconds * 1_000 } }
    }

    init() throws {
        let (clock, sent) = (clock, sent)
        tenant = try AuthsignalTenant(
            id: Self.tenantID, secret: Self.secret, address: "http://localhost/v1",
            tables: TableStandIn.authenticatorTables(), users: "users", state: "state", onMail: sent.take,
            now: clock.read)
    }

    func call(_ method: String, _ path: String, as sender: Sender = .server, _ body: String = "") -> Answer {
        requests += 1
        let authorization =
            switch sender {
            case .server: "Basic " + Data("\(Self.secret):".utf8).base64EncodedString()
            case .app: "Basic " + Data("\(Self.tenantID):".utf8).base64EncodedString()
            case .bearer(let token): "Bearer " + token
            }
        let request = APIRequest(
            id: "request-\(requests)", method: method, target: "/v1/" + path,
            headers: ["authorization": authorization, "content-type": "application/json"], body: Array(body.utf8))
        return Answer(tenant.answer(request))
    }

    /// Tracks an action and returns its token.
    func track(_ user: String, _ body: String = "{}") -> String {
        call("POST", "users/\(user)/actions/cognitoAuth", body)["token"]?.string ?? ""
    }

    func validate(_ token: String, _ members: String = "") -> Answer {
        call("POST", "validate", #"{"token":"\#(token)"\#(members)}"#)
    }

    func enrolEmail(_ token: String, _ address: String) -> Answer {
        call("POST", "client/user-authenticators/email-otp", as: .bearer(token), #"{"email":"\#(address)"}"#)
    }

    func verifyEmail(_ token: String, _ code: String?) -> Answer {
        call("POST", "client/verify/email-otp", as: .bearer(token), #"{"verificationCode":"\#(code ?? "none")"}"#)
    }

    /// Proves an address with the code sent to it.
    func proveEmail(_ token: String, _ address: String) -> Answer {
        let count = sent.mails.count
        _ = enrolEmail(token, address)
        return verifyEmail(token, sent.mails.dropFirst(count).first?.code)
    }

    func registrationOptions(_ token: String) -> Answer {
        call("POST", "client/user-authenticators/passkey/registration-options", as: .bearer(token), "{}")
    }

    /// Registers a passkey.
    func register(_ device: inout SoftwareAuthenticator, _ token: String) throws -> Answer {
        let options = registrationOptions(token)
        guard let json = options["options"] else { return options }
        return add(try device.create(json), options, token)
    }

    func add(_ credential: [UInt8], _ options: Answer, _ token: String) -> Answer {
        call(
            "POST", "client/user-authenticators/passkey", as: .bearer(token),
            Self.body(options, "registrationCredential", credential))
    }

    func authenticationOptions(_ sender: Sender, _ body: String = "{}") -> Answer {
        call("POST", "client/user-authenticators/passkey/authentication-options", as: sender, body)
    }

    /// Signs in with a passkey.
    func signIn(_ device: inout SoftwareAuthenticator, _ sender: Sender, _ body: String = "{}") throws -> Answer {
        let options = authenticationOptions(sender, body)
        guard let json = options["options"] else { return options }
        return call(
            "POST", "client/verify/passkey", as: sender,
            Self.body(options, "authenticationCredential", try device.sign(json)))
    }

    /// Starts an action before its user is known.
    func startAction(_ body: String = #"{"action":"cognitoAuth"}"#) -> String {
        call("POST", "client/challenge", as: .app, body)["challengeId"]?.string ?? ""
    }

    private static func body(_ options: Answer, _ name: String, _ credential: [UInt8]) -> String {
        let challengeID = options["challengeId"]?.string ?? ""
        return #"{"challengeId":"\#(challengeID)","\#(name)":\#(String(decoding: credential, as: UTF8.self))}"#
    }
}

extension SoftwareAuthenticator {
    /// A device in front of the relying party's page.
    static var new: SoftwareAuthenticator { SoftwareAuthenticator(origin: "http://localhost") }
}
