import JSON
import SoftwarePasskey
import Testing

/// A request with a body that would be accepted, whose parts tests replace with unusable ones.
struct SampleRequest: CustomTestStringConvertible, Sendable {
    /// Who may send it.
    enum Caller { case newUser, user, app }

    let method: String
    let path: String
    let caller: Caller
    /// The body's members as JSON.
    let members: [String: String]

    var testDescription: String { "\(method) \(path)" }

    private init(_ method: String, _ path: String, _ caller: Caller, _ members: [String: String] = [:]) {
        self.method = method
        self.path = path
        self.caller = caller
        self.members = members
    }

    /// Every route that reads a body, with every member that it reads.
    static let withBodies = [
        SampleRequest("POST", "client/user-authenticators/email-otp", .newUser, ["email": #""new@example.test""#]),
        SampleRequest("POST", "client/challenge/email-otp", .user, ["userAuthenticatorId": #""id""#]),
        SampleRequest("POST", "client/verify/email-otp", .user, ["verificationCode": #""123456""#]),
        SampleRequest("POST", "client/challenge", .app, ["action": #""cognitoAuth""#]),
        SampleRequest(
            "POST", "client/user-authenticators/passkey/registration-options", .user,
            ["username": #""ana""#, "displayName": #""Ana""#, "authenticatorAttachment": #""platform""#]),
        SampleRequest(
            "POST", "client/user-authenticators/passkey", .user,
            ["challengeId": #""id""#, "registrationCredential": "{}"]),
        SampleRequest(
            "POST", "client/user-authenticators/passkey/authentication-options", .app,
            ["challengeId": #""id""#, "username": #""ana""#]),
        SampleRequest(
            "POST", "client/verify/passkey", .app, ["challengeId": #""id""#, "authenticationCredential": "{}"]),
        SampleRequest("PATCH", "client/user-authenticators/PASSKEY", .user, ["name": #""My key""#]),
    ]

    /// Every route that reads no body.
    static let withoutBodies = [
        SampleRequest("GET", "client/user-authenticators", .user),
        SampleRequest("GET", "client/user-authenticators/passkey", .app),
        SampleRequest("DELETE", "client/user-authenticators/PASSKEY", .user),
    ]

    static let all = withBodies + withoutBodies

    /// The body with one member replaced by this JSON.
    func body(_ name: String = "", _ json: String = "") -> String {
        let written = members.merging(name.isEmpty ? [:] : [name: json]) { $1 }
        return "{" + written.sorted { $0.key < $1.key }.map { #""\#($0.key)":\#($0.value)"# }.joined(separator: ",")
            + "}"
    }
}
