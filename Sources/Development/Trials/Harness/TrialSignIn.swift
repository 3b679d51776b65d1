#if os(Linux)
internal import JSON
internal import SoftwarePasskey

/// Prepares Authenticator's events and passkeys. A proof is good for a few minutes only, so the function issues a new one
/// to each measured process.
struct TrialSignIn {
    /// What the measured event proves.
    enum Proof: String {
        case passkey, code
    }

    private let services: TrialServices
    private let function: RunningProgram

    init(_ services: TrialServices, _ function: RunningProgram) {
        (self.services, self.function) = (services, function)
    }

    /// Signs Ana up at the function, who gets a mailbox and a passkey.
    /// - Returns: her device.
    func signUp() throws -> SoftwareAuthenticator {
        let signUp = try TrialEvents.challengeToken(.ana)
        let proven = try call("verify/email-otp", try code(signUp), signUp)["accessToken"]?.string ?? ""
        var device = SoftwareAuthenticator(origin: "https://example.test")
        let created = try call("user-authenticators/passkey/registration-options", "{}", proven)
        let credential = try device.create(created["options"] ?? created)
        _ = try call("user-authenticators/passkey", Self.body("registrationCredential", credential, created), proven)
        return device
    }

    /// Signs Ana up anew, and begins a sign-in.
    /// - Returns: the request that proves it. The services repeat their answers to it from now on.
    func event(proving proof: Proof) throws -> [UInt8] {
        services.reset()
        var device = try signUp()
        let signIn = try TrialEvents.challengeToken(.ana, round: 2)
        let event: [UInt8]
        switch proof {
        case .code: event = TrialEvents.request("verify/email-otp", try code(signIn), token: signIn)
        case .passkey:
            let asked = try call("user-authenticators/passkey/authentication-options", "{}", signIn)
            let assertion = try device.sign(asked["options"] ?? asked)
            event = TrialEvents.request(
                "verify/passkey", Self.body("authenticationCredential", assertion, asked), token: signIn)
        }
        services.record()
        try function.exchange(event)
        services.repeatRecorded()
        try services.check()
        return event
    }

    /// The body with the code that the function mails.
    private func code(_ token: String) throws -> String {
        _ = try call("challenge/email-otp", "{}", token)
        guard let code = services.codes.last else { throw TrialError.program(function.name, "no mail with a code") }
        return #"{"verificationCode":"\#(code)"}"#
    }

    /// What an app sends for a ceremony.
    static func body(_ name: String, _ credential: [UInt8], _ asked: JSONValue) -> String {
        let body = JSONWriter.object { body in
            body.member("challengeId", asked["challengeId"]?.string ?? "")
            body.member(name, raw: credential)
        }
        return String(decoding: body, as: UTF8.self)
    }

    /// The content of the function's answer.
    private func call(_ path: String, _ body: String, _ token: String) throws -> JSONValue {
        try function.exchange(TrialEvents.request(path, body, token: token))
        try services.check()
        let answer = try JSONValue(parsing: function.answer)
        guard answer["statusCode"]?.integer == 200, let content = answer["body"]?.string else {
            let text = String(decoding: function.answer, as: UTF8.self)
            throw TrialError.program(function.name, "refused \(path): \(text)")
        }
        return try JSONValue(parsing: Array(content.utf8))
    }
}
#endif
