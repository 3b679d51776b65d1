import Foundation
import JOSE
import JSON
import Sandbox
import SandboxTestSupport
import SoftwarePasskey
import Testing

/// The calls that an app makes.
extension StackFixture {
    /// Answers a challenge.
    func answer(_ answer: String, to challenge: JSONValue) async throws -> JSONValue {
        let session = try #require(challenge["Session"]?.string)
        let username = try #require(challenge["ChallengeParameters"]?["USERNAME"]?.string)
        return try await cognito.call(
            "RespondToAuthChallenge",
            #"{"ClientId":"\#(StackSettings.clientID)","ChallengeName":"CUSTOM_CHALLENGE","Session":"#
                + quoted(session) + #","ChallengeResponses":"# + quoted(["USERNAME": username, "ANSWER": answer]) + "}")
    }

    /// Calls the authenticator's client API.
    func authenticator(_ path: String, _ authorization: String, _ body: String) async throws -> JSONValue {
        let answer = try await http.post(
            "/v1/client" + path, body,
            headers: ["Authorization": authorization, "Content-Type": "application/json"])
        try #require(answer.status == 200, "\(answer.text)")
        return try #require(answer.json)
    }

    /// Proves an address with the emailed code; returns the authenticator's answer, which contains the result token.
    func proveByCode(_ email: String, for challenge: JSONValue) async throws -> JSONValue {
        let bearer = "Bearer " + (challenge["ChallengeParameters"]?["token"]?.string ?? "")
        let isEnrolled = challenge["ChallengeParameters"]?["isEnrolled"]?.string == "true"
        let path = isEnrolled ? "/challenge/email-otp" : "/user-authenticators/email-otp"
        _ = try await authenticator(path, bearer, #"{"email":"\#(email)"}"#)
        let mails = try await http.get("/sandbox/mails?to=\(email)").json?["mails"]
        let code = try #require(mails?.elements.last?["code"]?.string)
        return try await authenticator("/verify/email-otp", bearer, #"{"verificationCode":"\#(code)"}"#)
    }

    /// Registers a passkey with a result token; returns the authenticator's answer.
    func createPasskey(_ email: String, _ token: String, _ device: inout SoftwareAuthenticator) async throws
        -> JSONValue
    {
        let begun = try await authenticator(
            "/user-authenticators/passkey/registration-options", "Bearer " + token, #"{"username":"\#(email)"}"#)
        let credential = try device.create(#require(begun["options"]))
        let challengeID = try #require(begun["challengeId"]?.string)
        return try await authenticator(
            "/user-authenticators/passkey", "Bearer " + token,
            #"{"challengeId":"\#(challengeID)","registrationCredential":"#
                + String(decoding: credential, as: UTF8.self) + "}")
    }

    /// Signs in at the authenticator with a passkey, without a user name; returns its answer.
    func passkeySignIn(_ device: inout SoftwareAuthenticator) async throws -> JSONValue {
        let tenant = try #require(try await http.get("/sandbox/settings").json?["tenantId"]?.string)
        let basic = "Basic " + Data("\(tenant):".utf8).base64EncodedString()
        let challenge = try await authenticator("/challenge", basic, #"{"action":"cognitoAuth"}"#)
        let id = try #require(challenge["challengeId"]?.string)
        let begun = try await authenticator(
            "/user-authenticators/passkey/authentication-options", basic, #"{"challengeId":"\#(id)"}"#)
        let credential = try device.sign(#require(begun["options"]))
        let optionsID = try #require(begun["challengeId"]?.string)
        return try await authenticator(
            "/verify/passkey", basic,
            #"{"challengeId":"\#(optionsID)","authenticationCredential":"# + String(decoding: credential, as: UTF8.self)
                + "}")
    }

    /// The last event about a call of the authenticator. Lines of the audit log may come after it.
    func lastCall() async throws -> JSONValue? {
        try await events().last { $0["kind"]?.string == "authenticator" }
    }
}
