internal import Foundation
internal import JOSE
internal import JSON
private import Primitives
internal import SoftwarePasskey

/// Calls the authenticator's client API as Authsignal's SDKs do, with a device that holds passkeys.
struct DemoAuthsignal: Sendable {
    let http: DemoHTTP
    let tenantID: String
    /// The user's device.
    var device: SoftwareAuthenticator
    /// The token that the SDK keeps: first the challenge's token, then the token of the latest proof.
    private(set) var token = ""

    init(http: DemoHTTP, tenantID: String, device: SoftwareAuthenticator) {
        self.http = http
        self.tenantID = tenantID
        self.device = device
    }

    /// The result of a passkey prompt.
    struct PasskeySignIn {
        let token: String
        let username: String
    }

    /// `setToken(token)`.
    mutating func setToken(_ token: String) { self.token = token }

    /// `email.enroll({ email })`: sends a code.
    func enrolEmail(_ email: String) async throws(DemoDifference) {
        _ = try await success("/user-authenticators/email-otp", bearer) { $0.member("email", email) }
    }

    /// `email.challenge()`: sends a code. The body is empty.
    func challengeEmail() async throws(DemoDifference) { _ = try await success("/challenge/email-otp", bearer, nil) }

    /// `email.verify({ code })`; nil if the code is wrong.
    mutating func verifyEmail(code: String) async throws(DemoDifference) -> String? {
        let answer = try await success("/verify/email-otp", bearer) { $0.member("verificationCode", code) }
        guard answer["isVerified"]?.bool == true, let token = answer["accessToken"]?.string else {
            try DemoDifference.unless(
                answer["accessToken"] == nil, "no token for a wrong code", found: "a token")
            return nil
        }
        self.token = token
        return token
    }

    /// `passkey.signUp({ username })`.
    mutating func createPasskey(username: String) async throws(DemoDifference) {
        let begun = try await success("/user-authenticators/passkey/registration-options", bearer) {
            $0.member("username", username)
        }
        let credential: [UInt8]
        do { credential = try device.create(begun["options"] ?? begun) } catch {
            throw DemoDifference("a new passkey", found: "\(error)")
        }
        let added = try await success("/user-authenticators/passkey", bearer) { body in
            body.member("challengeId", begun["challengeId"]?.string ?? "")
            body.member("registrationCredential", raw: credential)
        }
        guard added["isVerified"]?.bool == true, let token = added["accessToken"]?.string else {
            throw DemoDifference("a registered passkey", found: String(decoding: added.bytes, as: UTF8.self))
        }
        self.token = token
    }

    /// `passkey.signIn({ action })`, without a token or a user name; nil if there is no passkey or the user cancels.
    mutating func signIn(action: String, isCancelled: Bool = false) async throws(DemoDifference) -> PasskeySignIn? {
        let begun = try await passkeyOptions(action: action)
        guard !isCancelled, !device.passkeys.isEmpty else { return nil }
        let credential: [UInt8]
        do { credential = try device.sign(begun["options"] ?? begun) } catch {
            throw DemoDifference("an assertion", found: "\(error)")
        }
        let verified = try await success("/verify/passkey", basic) { body in
            body.member("challengeId", begun["challengeId"]?.string ?? "")
            body.member("authenticationCredential", raw: credential)
        }
        guard verified["isVerified"]?.bool == true, let token = verified["accessToken"]?.string,
            let username = verified["username"]?.string
        else { throw DemoDifference("a verified passkey", found: String(decoding: verified.bytes, as: UTF8.self)) }
        self.token = token
        return PasskeySignIn(token: token, username: username)
    }

    /// Starts an action and asks for the options of a passkey prompt.
    func passkeyOptions(action: String) async throws(DemoDifference) -> JSONValue {
        let challenge = try await success("/challenge", basic) { $0.member("action", action) }
        let challengeID = challenge["challengeId"]?.string ?? ""
        return try await success("/user-authenticators/passkey/authentication-options", basic) {
            $0.member("challengeId", challengeID)
        }
    }

    /// Makes a call with the current token. It must be refused; returns the error's code.
    func refusal(_ path: String, _ body: (inout JSONWriter) -> Void) async throws(DemoDifference) -> String {
        let answer = try await send(path, bearer, JSONWriter.object(body))
        guard [400, 401, 403].contains(answer.status), let code = answer.json?["errorCode"]?.string else {
            throw DemoDifference("a refusal of \(path)", found: "status \(answer.status)")
        }
        return code
    }

    /// The current token as a header.
    var bearer: String { "Bearer \(token)" }

    /// The tenant's credentials. The browser SDK leaves out the colon, the iOS SDK the padding.
    var basic: String {
        switch device.client {
        case .browser: "Basic " + Data(tenantID.utf8).base64EncodedString()
        case .iOS: "Basic " + Base64URL.encode(Array("\(tenantID):".utf8))
        }
    }

    /// The content of an answer that must be a success.
    func success(
        _ path: String, _ authorization: String, _ body: ((inout JSONWriter) -> Void)?
    ) async throws(DemoDifference) -> JSONValue {
        let answer = try await send(path, authorization, body.map { JSONWriter.object($0) })
        guard answer.status == 200, let json = answer.json else {
            throw DemoDifference(
                "status 200 from \(path)",
                found: "status \(answer.status) \(String(decoding: answer.body.prefix(300), as: UTF8.self))")
        }
        return json
    }

    /// Calls the client API.
    func send(
        _ path: String, _ authorization: String, _ body: [UInt8]?
    ) async throws(DemoDifference) -> DemoHTTP.Answer {
        try await http.send("POST", "/v1/client" + path, body ?? [], headers: ["Authorization": authorization])
    }
}
