#if os(Linux)
internal import JSON
internal import SignInTokens
internal import SoftwarePasskey

/// Prepares the authenticator's events. A proof is good for a few minutes only, so the function issues a new one to
/// each measured process.
struct BenchAuthenticator {
    /// What the measured event proves.
    enum Proof {
        case passkey, code
    }

    private let tables: BenchTables

    private static let origin = "https://example.test"

    init(_ tables: BenchTables) { self.tables = tables }

    /// The function's variables, besides those of the services.
    static let settings = [
        "TOKEN_SIGNING_KEY": BenchEvents.signingKey, "USER_POOL_ID": BenchEvents.userPoolID,
        "RELYING_PARTY_ID": "example.test", "USERS_TABLE": BenchTables.users, "STATE_TABLE": BenchTables.state,
        "OTP_KEY": BenchEvents.signingKey, "OTP_SENDER": "no-reply@example.test", "MINIMUM_RESPONSE_TIME": "0",
    ]

    /// The function's variables.
    var environment: [String: String] {
        Self.settings.merging([
            "AWS_REGION": "eu-west-1", "AWS_ACCESS_KEY_ID": "AKIDEXAMPLE", "AWS_SECRET_ACCESS_KEY": "secret",
            "AWS_ENDPOINT_URL": tables.endpoint,
        ]) { $1 }
    }

    /// Signs a new user up at the function, who gets a mailbox and a passkey, and begins a sign-in.
    /// - Returns: the request that proves it. The tables repeat their answers to it from now on.
    func event(proving proof: Proof, to connection: inout BenchConnection) throws(BenchError) -> [UInt8] {
        tables.reset()
        let signUp = try Self.token(round: "1")
        let proven = try call("verify/email-otp", try codeBody(signUp, &connection), signUp, &connection)
        var device = SoftwareAuthenticator(origin: Self.origin)
        try addPasskey(&device, proven["accessToken"]?.string ?? "", &connection)
        let signIn = try Self.token(round: "2")
        let event: [UInt8]
        switch proof {
        case .code: event = Self.request("verify/email-otp", try codeBody(signIn, &connection), signIn)
        case .passkey:
            let asked = try call("user-authenticators/passkey/authentication-options", "{}", signIn, &connection)
            let credential = try Self.made { () throws(SoftwarePasskeyError) in
                try device.sign(asked["options"] ?? asked)
            }
            event = Self.request("verify/passkey", Self.body("authenticationCredential", credential, asked), signIn)
        }
        tables.record()
        _ = try Self.deliver(event, &connection)
        tables.replay()
        try tables.check()
        return event
    }

    /// The first request of a sign-in with a passkey, of a user who has none yet.
    static func firstRequest() throws(BenchError) -> [UInt8] {
        request("user-authenticators/passkey/authentication-options", "{}", try token(round: "1"))
    }

    /// A challenge token as Create seals it.
    private static func token(round: String) throws(BenchError) -> String {
        let (keys, now) = (try BenchEvents.keys(), BenchClock.secondsSince1970())
        let token = ChallengeToken(
            userPoolID: BenchEvents.userPoolID, subject: BenchEvents.user, issuedAt: now, expiresAt: now + 600,
            actionCode: "cognitoAuth", idempotencyKey: "round-" + round, username: BenchEvents.user,
            email: .init("ana@example.test", isVerified: true))
        do { return try token.sealed(with: keys) } catch { throw .program("Authenticator", "\(error)") }
    }

    /// The answer to the code that the function mails.
    private func codeBody(_ token: String, _ connection: inout BenchConnection) throws(BenchError) -> String {
        _ = try call("challenge/email-otp", "{}", token, &connection)
        guard let code = tables.code else { throw .program("Authenticator", "no mail with a code") }
        return #"{"verificationCode":"\#(code)"}"#
    }

    private func addPasskey(
        _ device: inout SoftwareAuthenticator, _ token: String, _ connection: inout BenchConnection
    ) throws(BenchError) {
        let asked = try call("user-authenticators/passkey/registration-options", "{}", token, &connection)
        let credential = try Self.made { () throws(SoftwarePasskeyError) in
            try device.create(asked["options"] ?? asked)
        }
        let body = Self.body("registrationCredential", credential, asked)
        _ = try call("user-authenticators/passkey", body, token, &connection)
    }

    private static func made<Made>(_ make: () throws(SoftwarePasskeyError) -> Made) throws(BenchError) -> Made {
        do { return try make() } catch { throw .program("software passkey", "\(error)") }
    }

    private static func body(_ name: String, _ credential: [UInt8], _ asked: JSONValue) -> String {
        let body = JSONWriter.object { body in
            body.member("challengeId", asked["challengeId"]?.string ?? "")
            body.member(name, raw: credential)
        }
        return String(decoding: body, as: UTF8.self)
    }

    private func call(
        _ path: String, _ body: String, _ token: String, _ connection: inout BenchConnection
    ) throws(BenchError) -> JSONValue {
        let answer = try Self.deliver(Self.request(path, body, token), &connection)
        try tables.check()
        return try BenchEvents.content(of: answer)
    }

    private static func deliver(
        _ event: [UInt8], _ connection: inout BenchConnection
    ) throws(BenchError) -> [UInt8] {
        _ = try connection.exchange(event)
        try connection.acknowledge()
        _ = try connection.awaitNext()
        return connection.lastAnswer
    }

    private static func request(_ path: String, _ body: String, _ token: String) -> [UInt8] {
        BenchEvents.request("/v1/client/" + path, body: body, token: token)
    }
}
#endif
