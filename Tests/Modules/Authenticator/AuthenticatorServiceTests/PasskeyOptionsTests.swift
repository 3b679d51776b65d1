import AuthenticatorService
import JSON
import TestSupport
import Testing
import WebAuthn

@Suite("The options of passkeys")
struct PasskeyOptionsTests {
    @Test("The user's passkeys are excluded, and no registered passkey is added again")
    func registeredPasskeyIsExcludedAndNotAddedAgain() throws {
        let service = try TestService()
        let token = try service.signedUser()
        var passkey = try service.registeredPasskey(token)
        let options = service.registrationOptions(token)
        let excluded = options["options"]?["excludeCredentials"]?.elements ?? []
        #expect(excluded.map { $0["id"]?.string } == [passkey.idText])
        let again = service.add(try passkey.register(options["options"]), options, token)
        #expect(again.status == 200 && again["isVerified"]?.bool == false)
    }

    @Test("The options name the kinds of authenticators that people are likely to use")
    func optionsHoldHints() throws {
        let service = try TestService { $0.hints = [.clientDevice, .hybrid] }
        let create = service.registrationOptions(try service.signedUser())
        let get = service.authenticationOptions(.app(TestService.poolID))
        for options in [create, get] {
            #expect(options["options"]?["hints"]?.elements.map(\.string) == ["client-device", "hybrid"])
        }
        let plain = try TestService().authenticationOptions(.app(TestService.poolID))
        #expect(plain["options"] != nil && plain["options"]?["hints"] == nil)
    }

    @Test("Only a bearer who may know the passkeys is told which ones may sign")
    func onlyBearerLearnsAllowedPasskeys() throws {
        let service = try TestService()
        var passkey = try UnrulyPasskey()
        let token = try service.signedUser()
        _ = try service.register(&passkey, token)
        func allowed(_ sender: TestService.Sender) -> [String?] {
            let options = service.authenticationOptions(sender, #"{"username":"a@example.org"}"#)["options"]
            return options?["allowCredentials"]?.elements.map { $0["id"]?.string } ?? ["no options"]
        }
        #expect(allowed(.bearer(token)) == [passkey.idText])
        #expect(allowed(.app(TestService.poolID)).isEmpty)
        try expect(allowed(.bearer(service.challengeToken("sub", email: "a@example.org")))) { $0.isEmpty }
    }
}
