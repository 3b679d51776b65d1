import JSON
import SoftwarePasskey
import StandIns
import TriggerTestSupport

/// The requests of the journeys.
extension FrontDoorEvent {
    static func enrolEmail(_ token: String, _ address: String = SampleUser.email) -> FrontDoorEvent {
        FrontDoorEvent("POST", "client/user-authenticators/email-otp", .bearer(token), #"{"email":"\#(address)"}"#)
    }

    static func sendCode(_ token: String) -> FrontDoorEvent {
        FrontDoorEvent("POST", "client/challenge/email-otp", .bearer(token), "{}")
    }

    static func verifyCode(_ token: String, _ code: String) -> FrontDoorEvent {
        FrontDoorEvent("POST", "client/verify/email-otp", .bearer(token), #"{"verificationCode":"\#(code)"}"#)
    }

    static func registrationOptions(_ token: String) -> FrontDoorEvent {
        FrontDoorEvent("POST", "client/user-authenticators/passkey/registration-options", .bearer(token), "{}")
    }

    /// Answers the options of a registration.
    static func addPasskey(_ token: String, _ options: FunctionAnswer, _ credential: [UInt8]) -> FrontDoorEvent {
        FrontDoorEvent(
            "POST", "client/user-authenticators/passkey", .bearer(token),
            body(options, "registrationCredential", credential))
    }

    static func startAction(_ sender: Sender = .app) -> FrontDoorEvent {
        FrontDoorEvent("POST", "client/challenge", sender, #"{"action":"cognitoAuth"}"#)
    }

    static func authenticationOptions(_ sender: Sender, started: FunctionAnswer? = nil) -> FrontDoorEvent {
        let id = started?["challengeId"]?.string.map { #"{"challengeId":"\#($0)"}"# }
        return FrontDoorEvent(
            "POST", "client/user-authenticators/passkey/authentication-options", sender, id ?? "{}")
    }

    /// Answers the options of a sign-in.
    static func verifyPasskey(_ sender: Sender, _ options: FunctionAnswer, _ credential: [UInt8]) -> FrontDoorEvent {
        FrontDoorEvent(
            "POST", "client/verify/passkey", sender, body(options, "authenticationCredential", credential))
    }

    private static func body(_ options: FunctionAnswer, _ name: String, _ credential: [UInt8]) -> String {
        let challengeID = options["challengeId"]?.string ?? ""
        return #"{"challengeId":"\#(challengeID)","\#(name)":\#(String(decoding: credential, as: UTF8.self))}"#
    }
}

/// The journeys from beginning to end.
extension AuthenticatorProcess {
    /// The code of the last mail.
    var mailedCode: String { deployment.cloud.mails.last?.code ?? "" }

    /// Six digits that are the code of no mail.
    var wrongCode: String {
        let codes = deployment.cloud.mails.compactMap(\.code)
        return ["000000", "000001", "000002", "000003"].first { !codes.contains($0) } ?? ""
    }

    /// Asks for a code and answers with it.
    func proveEmail(_ token: String, _ address: String = SampleUser.email) throws -> FunctionAnswer {
        _ = try answer(.enrolEmail(token, address))
        return try answer(.verifyCode(token, mailedCode))
    }

    /// Registers a passkey on a device.
    func register(_ device: inout SoftwareAuthenticator, _ token: String) throws -> FunctionAnswer {
        let options = try answer(.registrationOptions(token))
        guard let json = options["options"] else { return options }
        return try answer(.addPasskey(token, options, device.create(json)))
    }

    /// Signs in with a passkey.
    func signIn(
        _ device: inout SoftwareAuthenticator, _ sender: FrontDoorEvent.Sender, started: FunctionAnswer? = nil
    ) throws -> FunctionAnswer {
        let options = try answer(.authenticationOptions(sender, started: started))
        guard let json = options["options"] else { return options }
        return try answer(.verifyPasskey(sender, options, device.sign(json)))
    }

    /// A user with a proven address and a passkey; returns the result token of the code.
    func enrol(
        _ device: inout SoftwareAuthenticator, _ subject: String = SampleUser.sub, email: String = SampleUser.email
    ) throws -> String {
        let token = try proveEmail(deployment.challengeToken(subject, email: email, key: "enrolment"), email).token
        _ = try register(&device, token)
        return token
    }
}

extension SoftwareAuthenticator {
    /// A device in front of the relying party's page.
    static var new: SoftwareAuthenticator { SoftwareAuthenticator(origin: Deployment.origin) }
}
