import AuthenticatorService
import JSON
import OpenSSLCrypto
import Primitives
import TestSupport
import Testing
import WebAuthn

/// A ceremony is sealed into its challenge's id, so whatever it must not be used for is checked when it ends.
@Suite("A passkey ceremony")
struct CeremonyTests {
    private static let refused = Failure(400, "invalid_request")
    private static let expired = Failure(400, "challenge_expired")

    @Test(
        "lives for five minutes, and no longer than the action that it proves",
        arguments: [(nil, 299, true), (nil, 300, false), (400, 199, true), (400, 200, false)])
    func ceremonyEndsInTime(_ actionAge: Int64?, _ seconds: Int64, _ isInTime: Bool) throws {
        let service = try TestService()
        var passkey = try service.registeredPasskey()
        let action = actionAge.map { _ in service.startAction(TestService.poolID) }
        service.clock.advance(by: actionAge ?? 0)
        let options = service.authenticationOptions(
            .app(TestService.poolID), action.map { #"{"challengeId":"\#($0)"}"# } ?? "{}")
        service.clock.advance(by: seconds)
        let answer = service.verify(try passkey.sign(options["options"]), options, .app(TestService.poolID))
        #expect(answer["isVerified"]?.bool == (isInTime ? true : nil))
        #expect(answer.failure == (isInTime ? nil : Self.expired))
    }

    @Test("does not begin for an action that has ended", arguments: [(599, true), (600, false)])
    func ceremonyForEndedActionDoesNotBegin(_ seconds: Int64, _ isInTime: Bool) throws {
        let service = try TestService()
        let action = service.startAction(TestService.poolID)
        service.clock.advance(by: seconds)
        let options = service.authenticationOptions(.app(TestService.poolID), #"{"challengeId":"\#(action)"}"#)
        #expect(options.failure == (isInTime ? nil : Self.expired))
    }

    @Test("that has expired says so to whoever began it, and to nobody else")
    func onlyWhoeverBeganItLearnsOfExpiry() throws {
        let service = try TestService()
        var passkey = try service.registeredPasskey()
        let (token, other) = (try service.signedUser(), try service.signedUser("other", email: "b@example.org"))
        let begun = [service.authenticationOptions(.app(TestService.poolID)), service.registrationOptions(token)]
        let forged = Answer(
            APIResponse(json: Array(begun[0].text.replacing(#""challengeId":""#, with: #""challengeId":"A"#).utf8)))
        service.clock.advance(by: 300)
        let (signed, made) = (try passkey.sign(begun[0]["options"]), try passkey.register(begun[1]["options"]))
        #expect(service.verify(signed, begun[0], .app(TestService.poolID)).failure == Self.expired)
        #expect(service.add(made, begun[1], token).failure == Self.expired)
        #expect(service.verify(signed, forged, .app(TestService.poolID)).failure == Self.refused)
        let named = try TestService(poolID: "other", storage: service.storage)
        #expect(named.verify(signed, begun[0], .app("other")).failure == Self.refused)
        #expect(service.verify(signed, begun[0], .bearer(token)).failure == Self.refused)
        #expect(service.add(made, begun[1], other).failure == Self.refused)
    }

    @Test("ends with a passkey that was asked for, not with one that was added later")
    func onlyPasskeyThatWasAskedFor() throws {
        let service = try TestService()
        var (first, second) = (try UnrulyPasskey(), try UnrulyPasskey())
        let token = try service.register(&first, service.signedUser())["accessToken"]?.string ?? ""
        let options = service.authenticationOptions(.bearer(token))
        try expect(service.register(&second, token)["isVerified"]?.bool, equals: true)
        let other = service.verify(try second.sign(options["options"]), options, .bearer(token))
        #expect(other["isVerified"]?.bool == false)
        let own = service.verify(try first.sign(options["options"]), options, .bearer(token))
        #expect(own["isVerified"]?.bool == true)
    }

    @Test("that began before the user's first passkey gave them another handle is void")
    func ceremonyWithFormerHandleIsVoid() throws {
        let service = try TestService()
        let scope = "read:authenticators add:authenticators"
        let token = try service.challengeToken("new", email: nil, scope: scope)
        var (first, second) = (try UnrulyPasskey(), try UnrulyPasskey())
        let options = [service.registrationOptions(token), service.registrationOptions(token)]
        try expect(
            service.add(first.register(options[0]["options"]), options[0], token)["isVerified"]?.bool, equals: true)
        let late = service.add(try second.register(options[1]["options"]), options[1], token)
        #expect(late.failure == Self.refused)
        try expect(service.register(&second, token)["isVerified"]?.bool, equals: true)
    }

    @Test("that began before the user's twentieth passkey adds no further one, and none begins after it")
    func ceremonyAddsNoPasskeyBeyondTwenty() throws {
        let service = try TestService()
        let token = try service.signedUser()
        for _ in 0..<19 {
            var passkey = try UnrulyPasskey()
            try expect(service.register(&passkey, token)["isVerified"]?.bool, equals: true)
        }
        var (last, beyond) = (try UnrulyPasskey(), try UnrulyPasskey())
        let options = service.registrationOptions(token)
        try expect(service.register(&last, token)["isVerified"]?.bool, equals: true)
        let answer = service.add(try beyond.register(options["options"]), options, token)
        #expect(answer.failure == Self.refused)
        let user = try service.storedUser()
        #expect(user?.authenticators.count == 21)
        #expect(service.registrationOptions(token).failure == Self.refused)
    }

    @Test("of another relying party is refused, although it was sealed with the same key")
    func ceremonyOfOtherRelyingPartyIsRefused() throws {
        let service = try TestService()
        var passkey = try service.registeredPasskey()
        let other = try TestService(storage: service.storage) { settings in
            if let party = try? RelyingParty(
                id: "example.org", name: "Other", origins: [Origin("https://example.org")])
            {
                settings.relyingParty = party
            }
        }
        let options = service.authenticationOptions(.app(TestService.poolID))
        let credential = try passkey.sign(options["options"])
        #expect(other.verify(credential, options, .app(TestService.poolID)).failure == Self.refused)
        #expect(service.verify(credential, options, .app(TestService.poolID))["isVerified"]?.bool == true)
    }

    /// A ceremony's id with other contents, sealed as the service seals it.
    private func resealed(_ id: String, replacing former: String, with new: String) throws -> String {
        let bytes = try #require(Base64URL.decode(id))
        let seed = Array(bytes.prefix(16))
        let key = HKDFSHA256.expand(
            HKDFSHA256.extract(
                HKDFSHA256.derive(TestService.key, info: "cognito-passkeys sealed contents", length: 32), salt: seed),
            info: Array("cognito-passkeys ceremony content".utf8), length: 32)
        let contents = try #require(try AES256GCM.open(Array(bytes.dropFirst(16)), key: key))
        let changed = String(decoding: contents, as: UTF8.self).replacing(former, with: new)
        return Base64URL.encode(seed + (try AES256GCM.seal(Array(changed.utf8), key: key)))
    }

    @Test("for an action that cannot be read is refused, and not taken for one without an action")
    func ceremonyForUnreadableActionIsRefused() throws {
        let service = try TestService()
        var passkey = try service.registeredPasskey()
        let action = service.startAction(TestService.poolID)
        let options = service.authenticationOptions(.app(TestService.poolID), #"{"challengeId":"\#(action)"}"#)
        let credential = try passkey.sign(options["options"])
        let id = try #require(options["challengeId"]?.string)
        func verify(replacing former: String, with new: String) throws -> Answer {
            let id = try resealed(id, replacing: former, with: new)
            return service.call(
                "POST", "client/verify/passkey", as: .app(TestService.poolID),
                body: #"{"challengeId":"\#(id)","authenticationCredential":\#(credential)}"#)
        }
        try expect(verify(replacing: #""code""#, with: #""action""#).failure, equals: Self.refused)
        try expect(verify(replacing: "", with: "")["isVerified"]?.bool, equals: true)
    }
}
