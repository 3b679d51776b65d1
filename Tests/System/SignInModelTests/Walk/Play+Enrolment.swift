import JSON
import LambdaRuntime
import SoftwarePasskey
import StandIns
import TriggerTestSupport

/// What has happened before a walk begins.
extension Play {
    /// A deployment in use: its owner and the attacker have proven their addresses and have passkeys, unless the walk
    /// is about a name that no user has.
    static func settled(_ rules: ModelRules, _ account: Account) throws -> Play {
        let play = try Play(rules, account)
        if rules.flow == .resultToken {
            try play.enrol(.attacker, as: .attacker)
            if account == .owner { try play.enrol(.owner, as: .owner) }
        }
        // Nothing of this is left when the walk begins, except the authenticators.
        play.tick(to: WorldClock.start + 3_600_000)
        return play
    }

    /// Proves an address with an emailed code, and adds a passkey with the result.
    private func enrol(_ account: Account, as actor: Actor) throws {
        let event = try World.invocation(account.event(.create))
        let token = try world.challenge(event)?.publicParameters["token"]
        func ask(_ path: String, _ token: String?, _ body: String) throws -> AppAnswer {
            try world.answer(AppRequest(path: path, token: token, body: body))
        }
        _ = try ask("client/user-authenticators/email-otp", token, #"{"email":"\#(account.email)"}"#)
        let code = world.transport.mails.last?.code ?? ""
        let proof = try ask("client/verify/email-otp", token, #"{"verificationCode":"\#(code)"}"#).resultToken
        let options = try ask("client/user-authenticators/passkey/registration-options", proof, "{}")
        var device = SoftwareAuthenticator(origin: World.origin)
        guard let json = options["options"] else { throw World.Unusable() }
        let credential = String(decoding: try device.create(json), as: UTF8.self)
        let id = options["challengeId"]?.string ?? ""
        let added = try ask(
            "client/user-authenticators/passkey", proof,
            #"{"challengeId":"\#(id)","registrationCredential":\#(credential)}"#)
        guard added.resultToken != nil else { throw World.Unusable() }
        model.devices[actor] = device
    }
}
