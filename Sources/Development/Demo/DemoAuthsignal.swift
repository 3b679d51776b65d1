internal import Essentials
internal import HTTP
internal import JSON
private import Primitives
internal import SoftwarePasskey

/// Calls the authenticator's client API as apps do, with a device that holds passkeys.
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

    /// A passkey that has signed.
    struct Passkey {
        /// The answer to Cognito's challenge.
        let answer: String
        /// The user's id, which the passkey's handle holds.
        let userID: String
    }

    /// `setToken(token)`.
    mutating func setToken(_ token: String) { self.token = token }

    /// `email.enroll({ email })`: sends a code.
    func enrolEmail(_ email: String) async throws(DemoDifference) {
        _ = try await success("/user-authenticators/email-otp", bearer) { $0.member("email", email) }
    }

    /// `email.verify({ code })`.
    mutating func verifyEmail(code: String) async throws(DemoDifference) -> String {
        let answer = try await success("/verify/email-otp", bearer) { $0.member("verificationCode", code) }
        token = try proof(answer)
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
        token = try proof(added)
    }

    /// Has the device's passkey sign, without a token or a user name.
    mutating func signIn(action: String) async throws(DemoDifference) -> Passkey {
        let begun = try await success("/passkey/options", basic) { $0.member("action", action) }
        let credential: [UInt8]
        let handle: [UInt8]
        do {
            credential = try device.sign(begun["options"] ?? begun)
            let response = try JSONValue(parsing: credential)["response"]
            handle = response?["userHandle"]?.string.flatMap { Base64URL.decode($0) } ?? []
        } catch { throw DemoDifference("an assertion", found: "\(error)") }
        let answer = JSONWriter.object { body in
            body.member("challengeId", begun["challengeId"]?.string ?? "")
            body.member("authenticationCredential", raw: credential)
        }
        return Passkey(
            answer: String(decoding: answer, as: UTF8.self), userID: UUIDText.text(of: Array(handle.suffix(16))))
    }

    /// The current token as a header.
    private var bearer: String { "Bearer \(token)" }

    /// The tenant's credentials. The browser SDK leaves out the colon.
    private var basic: String { "Basic " + Data(tenantID.utf8).base64EncodedString() }

    /// The token of an answer that must prove something.
    private func proof(_ answer: JSONValue) throws(DemoDifference) -> String {
        guard answer["isVerified"]?.bool == true, let token = answer["accessToken"]?.string else {
            throw DemoDifference("a result token", found: String(decoding: answer.bytes, as: UTF8.self))
        }
        return token
    }

    /// Makes a call; returns the content of the answer, which must be a success.
    private func success(
        _ path: String, _ authorization: String, _ body: (inout JSONWriter) -> Void
    ) async throws(DemoDifference) -> JSONValue {
        let answer = try await http.send(
            .post, "/v1/client" + path, JSONWriter.object(body), headers: ["Authorization": authorization])
        guard answer.status == 200, let json = answer.json else {
            throw DemoDifference(
                "status 200 from \(path)",
                found: "status \(answer.status) \(String(decoding: answer.body.prefix(300), as: UTF8.self))")
        }
        return json
    }
}
