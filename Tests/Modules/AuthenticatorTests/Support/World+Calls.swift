import Authenticator
import JOSE
import JSON
import OpenSSLCrypto
import Primitives
import SignInTokens

extension World {
    /// How a request names its sender.
    enum Sender {
        case nobody
        case bearer(String)
        /// A tenant's id, as apps give it.
        case app(String)
        /// A tenant's secret, as servers give it.
        case server(String)
        case field(String)

        var field: String? {
            switch self {
            case .nobody: nil
            case .bearer(let token): "Bearer \(token)"
            case .app(let id): "Basic \(Base64URL.encode(Array("\(id):".utf8)))"
            case .server(let secret): "Basic \(Base64URL.encode(Array("\(secret):".utf8)))"
            case .field(let text): text
            }
        }
    }

    func call(
        _ method: String, _ path: String, _ sender: Sender = .server(World.secret), _ body: String = ""
    ) async -> Answer {
        var headers = ["content-type": "application/json"]
        headers["authorization"] = sender.field
        return Answer(
            await service.answer(
                APIRequest(method: method, target: "/v1/\(path)", headers: headers, body: Array(body.utf8))))
    }

    /// A challenge token of the user pool.
    func challengeToken(
        _ subject: String, email: String, key: String = "round", scope: String = SignInToken.readScope,
        signedWith secret: [UInt8] = World.key, pool: String = World.poolID, lifetime: Int64 = 600
    ) throws -> String {
        try signInToken(
            subject, email: email, key: key, scope: scope, signedWith: secret, pool: pool, lifetime: lifetime,
            proof: nil)
    }

    /// A token of the user pool, of the kind that the proof makes it.
    func signInToken(
        _ subject: String, email: String, key: String = "round", scope: String = SignInToken.readScope,
        signedWith secret: [UInt8] = World.key, pool: String = World.poolID, lifetime: Int64 = 600,
        proof: SignInToken.Proof?
    ) throws -> String {
        try SignInToken(
            userPoolID: pool, subject: subject, issuedAt: clock.now, expiresAt: clock.now + lifetime, scope: scope,
            actionCode: "cognitoAuth", idempotencyKey: key, username: "name-of-\(subject)",
            emailDigest: EmailDigest.of(email, key: secret), proof: proof
        ).minted(with: SigningKey(hs256Secret: secret))
    }

    /// The result token in an answer, verified as the functions verify it.
    func result(_ answer: Answer) throws -> SignInToken {
        try SignInToken(
            verifying: answer["accessToken"]?.string ?? "", as: .result, userPoolID: World.poolID,
            keys: [VerificationKey(hs256Secret: World.key)], now: clock.now)
    }

    /// A tracked action's token.
    func track(_ user: String, _ body: String = "{}") async -> String {
        await call("POST", "users/\(user)/actions/cognitoAuth", .server(World.secret), body)["token"]?.string ?? ""
    }

    /// The token of a user whose address is proven by a code.
    func proveEmail(_ token: String, _ address: String) async -> Answer {
        let sent = mailBox.mails.count
        _ = await call("POST", "client/user-authenticators/email-otp", .bearer(token), #"{"email":"\#(address)"}"#)
        let code = mailBox.mails.count > sent ? mailBox.mails[sent].code : ""
        return await verify(token, code)
    }

    func verify(_ token: String, _ code: String) async -> Answer {
        await call("POST", "client/verify/email-otp", .bearer(token), #"{"verificationCode":"\#(code)"}"#)
    }

    /// A code that is not the one last sent.
    var wrongCode: String { mailBox.mails.last?.code == "000000" ? "000001" : "000000" }
}

/// An answer and its JSON.
struct Answer: CustomStringConvertible {
    let status: Int
    let json: JSONValue?
    let text: String

    init(_ response: APIResponse) {
        status = response.status
        json = try? JSONValue(parsing: response.body)
        text = String(decoding: response.body, as: UTF8.self)
    }

    subscript(name: String) -> JSONValue? { json?[name] }

    /// The names of the members, in order.
    var members: [String] { json?.members.map(\.name) ?? [] }

    /// The status and the error code.
    var failure: Failure? {
        guard let code = self["errorCode"]?.string, self["error"]?.string == code,
            self["errorDescription"]?.string != nil
        else { return nil }
        return Failure(status, code)
    }

    var description: String { "\(status) \(text)" }
}

/// A status and an error code.
struct Failure: Equatable {
    let status: Int
    let code: String

    init(_ status: Int, _ code: String) {
        self.status = status
        self.code = code
    }
}
