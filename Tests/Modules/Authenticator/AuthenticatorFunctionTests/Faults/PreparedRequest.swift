import JSON
import SoftwarePasskey
import Testing
import TriggerTestSupport

/// A request that changes something, with what must have happened before it.
struct PreparedRequest: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// Brings about what the request starts from, and makes the request.
    let prepare: @Sendable (AuthenticatorProcess) throws -> FrontDoorEvent
    /// Whether its answer has a token.
    var givesToken = false
    /// Whether it uses something up, so that another request with the same content is refused.
    var isOnce = false
    /// How many mails it sends.
    var mails = 0

    static let all = [
        PreparedRequest(
            testDescription: "a code for a new address",
            prepare: { try .enrolEmail($0.deployment.challengeToken()) }, mails: 1),
        PreparedRequest(
            testDescription: "the first right code",
            prepare: { process throws in
                let token = try process.deployment.challengeToken()
                _ = try process.answer(.enrolEmail(token))
                return .verifyCode(token, process.mailedCode)
            }, givesToken: true, isOnce: true),
        PreparedRequest(
            testDescription: "a further right code",
            prepare: { process throws in
                _ = try process.proveEmail(process.deployment.challengeToken())
                let token = try process.deployment.challengeToken(key: "next")
                _ = try process.answer(.sendCode(token))
                return .verifyCode(token, process.mailedCode)
            }, givesToken: true, isOnce: true),
        PreparedRequest(
            testDescription: "the right code of a changed address",
            prepare: { process throws in
                _ = try process.proveEmail(process.deployment.challengeToken())
                let token = try process.deployment.challengeToken(email: "new@example.test", key: "next")
                _ = try process.answer(.enrolEmail(token, "new@example.test"))
                return .verifyCode(token, process.mailedCode)
            }, givesToken: true, isOnce: true, mails: 1),
        PreparedRequest(
            testDescription: "a passkey",
            prepare: { process throws in
                var device = SoftwareAuthenticator.new
                let token = try process.proveEmail(process.deployment.challengeToken()).token
                let options = try process.answer(.registrationOptions(token))
                return .addPasskey(token, options, try device.create(#require(options["options"])))
            }, givesToken: true, isOnce: true, mails: 1),
        PreparedRequest(
            testDescription: "a sign-in with the token of a round",
            prepare: { process throws in
                var device = SoftwareAuthenticator.new
                _ = try process.enrol(&device)
                let bearer = FrontDoorEvent.Sender.bearer(try process.deployment.challengeToken(key: "sign-in"))
                let options = try process.answer(.authenticationOptions(bearer))
                return .verifyPasskey(bearer, options, try device.sign(#require(options["options"])))
            }, givesToken: true, isOnce: true),
        PreparedRequest(
            testDescription: "a sign-in with a started action",
            prepare: { process throws in
                var device = SoftwareAuthenticator.new
                _ = try process.enrol(&device)
                let started = try process.answer(.startAction())
                let options = try process.answer(.authenticationOptions(.app, started: started))
                return .verifyPasskey(.app, options, try device.sign(#require(options["options"])))
            }, givesToken: true, isOnce: true),
        PreparedRequest(
            testDescription: "another name",
            prepare: { process throws in
                let (token, id) = try enrolled(process)
                return FrontDoorEvent(
                    "PATCH", "client/user-authenticators/\(id)", .bearer(token), #"{"name":"My key"}"#)
            }),
        PreparedRequest(
            testDescription: "a passkey less",
            prepare: { process throws in
                let (token, id) = try enrolled(process)
                return FrontDoorEvent("DELETE", "client/user-authenticators/\(id)", .bearer(token))
            }, isOnce: true, mails: 1),
    ]

    /// A user with a passkey: a token, and the passkey's id.
    static func enrolled(_ process: AuthenticatorProcess) throws -> (token: String, id: String) {
        var device = SoftwareAuthenticator.new
        let token = try process.enrol(&device)
        let listed = try process.send("GET", "client/user-authenticators", .bearer(token)).elements
        return (token, try #require(listed.last?["userAuthenticatorId"]?.string))
    }
}
