#if os(Linux)
internal import CLibrary
internal import JSON
internal import LoopbackServer
internal import LoopbackSockets
internal import StandIns
internal import Synchronization

/// Authsignal, Amazon SES, DynamoDB, a user pool and an issuer of ID tokens on one port of a server with blocking
/// sockets. They live as long as this object.
///
/// They answer live, or repeat themselves: then each call gets at once the answer that it got while one delivery of an
/// event was recorded. So a measured round trip contains everything that the function does, its calls included, and
/// next to nothing of the services' own time.
final class TrialServices: Sendable {
    /// How fast the services answer.
    enum Pace {
        /// At once, so that a function's own work shows.
        case instant
        /// As over a network: a call of Authsignal or of SES takes 60 to 120 ms, any other 3 to 9 ms.
        case network
    }

    /// The tables' names.
    static let (users, state) = ("trial-users", "trial-state")

    /// The base URL of all services.
    let endpoint: String
    /// The user pool whose keys they publish.
    let issuer: TrialIssuer
    private let server: LoopbackHTTPServer
    private let pace: Pace
    private let stored = Mutex(State())

    fileprivate enum Mode { case live, recording, repeating }

    fileprivate struct State {
        var tables = TableStandIn([
            TableSchema(TrialServices.state), TableSchema(TrialServices.users, hasSortKey: true),
        ])
        var mails: [SentMail] = []
        var mode = Mode.live
        var recorded: [(call: String, answer: [UInt8])] = []
        var position = 0
        var fault: String?
    }

    /// Starts to serve.
    ///
    /// - Parameter certificates: what TLS shows; nil for plain HTTP.
    init(_ pace: Pace = .instant, certificates: TrialCertificates? = nil) throws {
        let server = try LoopbackHTTPServer()
        (self.server, self.pace, issuer) = (server, pace, try TrialIssuer())
        endpoint = (certificates == nil ? "http://" : "https://") + server.endpoint
        server.start(over: { $0.secured(by: certificates?.trusted) }) { [weak self] arrival, stream, _ in
            self.map { stream.send($0.answer(arrival.request)) } ?? false
        }
    }

    /// Forgets everything.
    func reset() { stored.withLock { $0 = State() } }

    /// Stores items of the users' table.
    func store(_ items: [TableItem]) { stored.withLock { $0.tables.add(items, to: Self.users) } }

    /// Records the calls from now on.
    func record() { stored.withLock { ($0.mode, $0.recorded) = (.recording, []) } }

    /// Repeats what was recorded from now on.
    func repeatRecorded() { stored.withLock { ($0.mode, $0.position) = (.repeating, 0) } }

    /// The codes in the mails so far.
    var codes: [String] { stored.withLock { $0.mails.compactMap(\.code) } }

    /// Throws if a call was refused, or was not the one that was recorded.
    func check() throws(TrialError) {
        if let fault = stored.withLock(\.fault) { throw .program("services", fault) }
    }

    private func answer(_ request: LoopbackRequest) -> [UInt8] {
        let table = request.header("X-Amz-Target")?.split(separator: ".").last.map(String.init)
        let document = issuer.document(request.path, at: endpoint)
        if pace == .network {
            let isNear = table != nil || document != nil
            usleep(.random(in: isNear ? 3_000...9_000 : 60_000...120_000))
        }
        if let document { return Self.bytes(document, request) }
        return stored.withLock { state in
            let call = table ?? request.line
            if state.mode == .repeating { return state.repeated(call) ?? Self.bytes([], request, 400) }
            let (status, body) = table.map { state.answer($0, request.body) } ?? (200, state.provided(request))
            let answer = Self.bytes(body, request, status)
            if state.mode == .recording { state.recorded.append((call, answer)) }
            return answer
        }
    }

    private static func bytes(_ body: [UInt8], _ request: LoopbackRequest, _ status: Int = 200) -> [UInt8] {
        LoopbackResponse(status, body: body).bytes(answering: request)
    }
}

extension TrialServices.State {
    mutating func repeated(_ call: String) -> [UInt8]? {
        guard !recorded.isEmpty, recorded[position].call == call else {
            fault = "\(call) is not the call that was recorded"
            return nil
        }
        defer { position = (position + 1) % recorded.count }
        return recorded[position].answer
    }

    /// What the tables answer.
    mutating func answer(_ operation: String, _ body: [UInt8]) -> (status: Int, body: [UInt8]) {
        let answer = tables.respond(to: operation, body)
        let text = String(decoding: answer.body, as: UTF8.self)
        // A function may find out by a write that the item is not what it expected.
        if answer.status != 200, !text.contains("ConditionalCheckFailedException") {
            fault = "\(operation) is refused: \(text)"
        }
        return answer
    }

    /// What Authsignal or SES answers, or any of them to what only opens a connection.
    mutating func provided(_ request: LoopbackRequest) -> [UInt8] {
        if let mail = SentMail(request.body) { mails.append(mail) }
        let path = request.rawSegments
        guard let user = path.firstIndex(of: "users").map({ path[path.index(after: $0)] }) else {
            return Array(#"{"isValid":false,"MessageId":"1"}"#.utf8)
        }
        let isEnrolled = !user.hasPrefix("0")
        if path.last == "authenticators" {
            let email = user == TrialUser.ana.sub ? TrialUser.ana.email : "\(user)@example.test"
            let mailbox = #"{"userAuthenticatorId":"1","verificationMethod":"EMAIL_OTP","email":"\#(email)"}"#
            return Array((request.method == "GET" ? isEnrolled ? "[\(mailbox)]" : "[]" : "{}").utf8)
        }
        return JSONWriter.object { answer in
            answer.member("state", "CHALLENGE_REQUIRED")
            answer.member("idempotencyKey", "key")
            answer.member("url", "https://mfa.example.test/?token=e30.e30.e30")
            answer.member("token", "e30.e30.e30")
            answer.member("isEnrolled", isEnrolled)
            answer.member("enrolledVerificationMethods", isEnrolled ? ["EMAIL_OTP", "PASSKEY"] : [])
        }
    }
}
#endif
