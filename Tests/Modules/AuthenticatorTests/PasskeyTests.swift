import Authenticator
import JSON
import Primitives
import SignInTokens
import Testing

@Suite("Passkeys")
struct PasskeyTests {
    @Test("A passkey is made after the address is proven, and signs in before anybody said who")
    func signUpAndIn() async throws {
        let world = try World()
        let token = try await world.signedUser()
        var passkey = try UnrulyPasskey()
        let added = try await world.register(&passkey, token, #"{"username":"me@here","displayName":"Me"}"#)
        #expect(added["isVerified"]?.bool == true && added["userId"]?.string == "sub")
        let registered = try world.result(added)
        #expect(registered.proof?.method == .passkey && registered.idempotencyKey == "round")
        #expect(registered.emailDigest == EmailDigest.of("a@example.org", key: World.key))

        let started = await world.startAction(World.poolID)
        let answer = try await world.signIn(&passkey, .app(World.poolID), #"{"challengeId":"\#(started)"}"#)
        #expect(answer["isVerified"]?.bool == true && answer["username"]?.string == "me@here")
        #expect(answer["userDisplayName"]?.string == "Me" && answer["userId"]?.string == "sub")
        #expect(answer["userAuthenticatorId"]?.string == added["userAuthenticatorId"]?.string)
        let result = try world.result(answer)
        #expect(result.proof?.method == .passkey && result.subject == "sub" && result.actionCode == "cognitoAuth")
        #expect(result.idempotencyKey != "round" && result.username == "name-of-sub")
        #expect(result.emailDigest == EmailDigest.of("a@example.org", key: World.key))
    }

    @Test("An app cannot choose the key of a user pool's action")
    func ownKey() async throws {
        let world = try World()
        var passkey = try UnrulyPasskey()
        _ = try await world.register(&passkey, try await world.signedUser())
        let started = await world.startAction(World.poolID, #"{"action":"cognitoAuth","idempotencyKey":"mine"}"#)
        let answer = try await world.signIn(&passkey, .app(World.poolID), #"{"challengeId":"\#(started)"}"#)
        #expect(try world.result(answer).idempotencyKey != "mine")
    }

    @Test("With a challenge token a passkey proves that token's round")
    func bearer() async throws {
        let world = try World()
        var passkey = try UnrulyPasskey()
        _ = try await world.register(&passkey, try await world.signedUser())
        let token = try world.challengeToken("sub", email: "a@example.org", key: "second round")
        let options = await world.authenticationOptions(.bearer(token))
        #expect(options["options"]?["allowCredentials"]?.elements.isEmpty == true)
        let answer = await world.verify(try passkey.sign(options["options"]), options, .bearer(token))
        #expect(try world.result(answer).idempotencyKey == "second round")
        #expect(answer["username"]?.string == "a@example.org")
    }

    @Test("Without an action a passkey of a user pool proves nothing that could be answered with")
    func noAction() async throws {
        let world = try World()
        var passkey = try UnrulyPasskey()
        _ = try await world.register(&passkey, try await world.signedUser())
        let answer = try await world.signIn(&passkey, .app(World.poolID))
        #expect(answer["isVerified"]?.bool == true && answer["accessToken"] == nil)
    }

    @Test(
        "In a user pool a passkey needs a proven address and the scope for it",
        arguments: ["challenge", "challenge, enrolled", "result, nothing enrolled", "phantom's result"])
    func refused(kind: String) async throws {
        let world = try World()
        if kind == "challenge, enrolled" { _ = try await world.signedUser() }
        let proof = kind.contains("result") ? SignInToken.Proof(method: .emailOTP) : nil
        let subject = kind.hasPrefix("phantom") ? PhantomSubject.of("nobody", key: World.key) : "sub"
        let scope = proof == nil ? SignInToken.readScope : "read:authenticators add:authenticators"
        let token = try world.signInToken(subject, email: "a@example.org", scope: scope, proof: proof)
        #expect(await world.registrationOptions(token).failure == Failure(403, "unauthorized"))
    }

    @Test("A passkey that the user has is excluded, and one that anybody has is not added again")
    func excluded() async throws {
        let world = try World()
        let token = try await world.signedUser()
        var passkey = try UnrulyPasskey()
        _ = try await world.register(&passkey, token)
        let options = await world.registrationOptions(token)
        let excluded = options["options"]?["excludeCredentials"]?.elements ?? []
        #expect(excluded.map { $0["id"]?.string } == [passkey.idText])
        let again = await world.add(try passkey.register(options["options"]), options, token)
        #expect(again.status == 200 && again["isVerified"]?.bool == false)
    }

    @Test("A challenge is good once, for its ceremony, its user and its tenant")
    func challenges() async throws {
        let world = try World()
        let token = try await world.signedUser()
        var passkey = try UnrulyPasskey()
        let options = await world.registrationOptions(token)
        let credential = try passkey.register(options["options"])
        let other = try await world.signedUser("other", email: "b@example.org")
        let refused = Failure(400, "invalid_request")
        #expect(await world.add(credential, options, other).failure == refused)
        #expect(await world.add(credential, options, token).failure == refused)
        #expect(try await world.register(&passkey, token)["isVerified"]?.bool == true)

        let asked = await world.authenticationOptions(.app(World.poolID))
        let signed = try passkey.sign(asked["options"])
        #expect(await world.verify(signed, asked, .app(World.tenantID)).failure == refused)
        let second = await world.authenticationOptions(.bearer(token))
        #expect(
            await world.verify(try passkey.sign(second["options"]), second, .app(World.poolID)).failure == refused)
        let third = await world.authenticationOptions(.app(World.poolID))
        let right = try passkey.sign(third["options"])
        #expect(await world.verify(right, third, .app(World.poolID))["isVerified"]?.bool == true)
        #expect(await world.verify(right, third, .app(World.poolID)).failure == refused)
    }

    @Test("A challenge given to nobody in particular proves nobody's round")
    func otherCaller() async throws {
        let world = try World()
        var passkey = try UnrulyPasskey()
        _ = try await world.register(&passkey, try await world.signedUser())
        let victim = World.Sender.bearer(try world.challengeToken("victim", email: "v@example.org"))
        let options = await world.authenticationOptions(.app(World.poolID))
        let answer = await world.verify(try passkey.sign(options["options"]), options, victim)
        #expect(answer.failure == Failure(400, "invalid_request"))
    }

    @Test("A passkey that is not registered, a wrong signature and another user's passkey are told apart as they may")
    func wrongProofs() async throws {
        let world = try World()
        var (mine, others) = (try UnrulyPasskey(), try UnrulyPasskey())
        let token = try await world.signedUser()
        _ = try await world.register(&mine, token)
        _ = try await world.register(&others, try await world.signedUser("other", email: "b@example.org"))
        let stranger = World.Sender.bearer(try world.challengeToken("sub", email: "a@example.org"))
        var unregistered = try UnrulyPasskey()
        let unknown = try await world.signIn(&unregistered, stranger)
        #expect(unknown.failure == Failure(400, "unknown_credential"))
        #expect(try await world.signIn(&others, stranger)["isVerified"]?.bool == false)
        var elsewhere = mine
        elsewhere.origin = "http://localhost:1"
        #expect(try await world.signIn(&elsewhere, stranger)["isVerified"]?.bool == false)
        let subject = PhantomSubject.of("nobody", key: World.key)
        let phantom = World.Sender.bearer(try world.challengeToken(subject, email: "a@example.org"))
        #expect(try await world.signIn(&others, phantom)["isVerified"]?.bool == false)
        let unknownToPhantom = try await world.signIn(&unregistered, phantom)
        #expect(unknownToPhantom.failure == Failure(400, "unknown_credential"))
    }

    @Test("Who has removed the last mailbox signs in with a passkey, which proves no address")
    func noMailbox() async throws {
        let world = try World()
        let token = try await world.signedUser()
        var passkey = try UnrulyPasskey()
        _ = try await world.register(&passkey, token)
        let list = await world.call("GET", "client/user-authenticators", .bearer(token))
        let mailbox = list.json?.elements.first?["userAuthenticatorId"]?.string ?? ""
        #expect(await world.call("DELETE", "client/user-authenticators/\(mailbox)", .bearer(token)).status == 200)
        let round = World.Sender.bearer(try world.challengeToken("sub", email: "a@example.org"))
        let result = try world.result(try await world.signIn(&passkey, round))
        #expect(result.proof?.method == .passkey)
        #expect(result.emailDigest == EmailDigest.ofNoAddress(subject: "sub", key: World.key))
        // The token from before the removal no longer adds a passkey: its address is not the user's.
        #expect(await world.registrationOptions(token).failure == Failure(403, "unauthorized"))
    }

    @Test("A name given before signing in must be the passkey's user's", arguments: [("me", true), ("you", false)])
    func username(name: String, isRight: Bool) async throws {
        let world = try World()
        var passkey = try UnrulyPasskey()
        _ = try await world.register(&passkey, try await world.signedUser(), #"{"username":"me"}"#)
        let answer = try await world.signIn(&passkey, .app(World.poolID), #"{"username":"\#(name)"}"#)
        #expect(answer["isVerified"]?.bool == isRight)
    }

    @Test("A sign count that does not rise is refused")
    func signCount() async throws {
        let world = try World()
        var passkey = try UnrulyPasskey()
        _ = try await world.register(&passkey, try await world.signedUser())
        var clone = passkey
        #expect(try await world.signIn(&passkey, .app(World.poolID))["isVerified"]?.bool == true)
        #expect(try await world.signIn(&clone, .app(World.poolID))["isVerified"]?.bool == false)
    }

    @Test("A passkey is given another name by its owner alone, who has proven who they are")
    func rename() async throws {
        let world = try World()
        var passkey = try UnrulyPasskey()
        let added = try await world.register(&passkey, try await world.signedUser())
        let path = "client/user-authenticators/\(added["userAuthenticatorId"]?.string ?? "")"
        let owner = World.Sender.bearer(added["accessToken"]?.string ?? "")
        let name = #"{"name":"Ana’s \"phone\""}"#
        let renamed = await world.call("PATCH", path, owner, name)
        #expect(renamed.status == 200)
        #expect(renamed["userAuthenticatorId"]?.string == added["userAuthenticatorId"]?.string)
        #expect(renamed["webauthnCredential"]?["name"]?.string == "Ana’s \"phone\"")
        let answer = try await world.signIn(&passkey, .app(World.poolID))
        #expect(answer["isVerified"]?.bool == true && answer["username"]?.string == "a@example.org")
        let list = await world.call("GET", "client/user-authenticators", owner)
        let names = list.json?.elements.map { $0["webauthnCredential"]?["name"]?.string }
        #expect(names == [nil, "Ana’s \"phone\""])

        let reader = World.Sender.bearer(try world.challengeToken("sub", email: "a@example.org"))
        #expect(await world.call("PATCH", path, reader, name).failure == Failure(403, "unauthorized"))
        let other = World.Sender.bearer(try await world.signedUser("other", email: "b@example.org"))
        #expect(await world.call("PATCH", path, other, name).failure == Failure(404, "not_found"))
        let mailbox = list.json?.elements.first?["userAuthenticatorId"]?.string ?? ""
        let onMailbox = await world.call("PATCH", "client/user-authenticators/\(mailbox)", owner, name)
        #expect(onMailbox.failure == Failure(404, "not_found"))
        let bodies = [
            "{}", #"{"name":""}"#, #"{"name":7}"#, #"{"name":"  "}"#, #"{"name":"a\nb"}"#,
            "{\"name\":\"\(String(repeating: "n", count: 101))\"}",
        ]
        for body in bodies {
            #expect(await world.call("PATCH", path, owner, body).failure == Failure(400, "invalid_request"))
        }
    }

    @Test("A passkey is found by its id until it is removed, which takes the scope for it")
    func lookUp() async throws {
        let world = try World()
        var passkey = try UnrulyPasskey()
        let added = try await world.register(&passkey, try await world.signedUser())
        let path = "client/user-authenticators/passkey"
        let app = World.Sender.app(World.poolID)
        let one = await world.call("GET", "\(path)?credentialId=\(passkey.idText)", app)
        #expect(one.text == #"{"credentialId":"\#(passkey.idText)","verifiedAt":"2026-06-01T00:00:00.000Z"}"#)
        let two = await world.call("GET", "\(path)?credentialIds=AAAA%2C\(passkey.idText)", app)
        #expect(two["credentialId"]?.string == passkey.idText)
        let elsewhere = await world.call("GET", "\(path)?credentialId=\(passkey.idText)", .app(World.tenantID))
        #expect(elsewhere.failure == Failure(404, "invalid_credential"))
        #expect(await world.call("GET", path, app).failure == Failure(400, "invalid_request"))

        let remove = "client/user-authenticators/\(added["userAuthenticatorId"]?.string ?? "")"
        let reader = World.Sender.bearer(try world.challengeToken("sub", email: "a@example.org"))
        #expect(await world.call("DELETE", remove, reader).failure == Failure(403, "unauthorized"))
        let owner = World.Sender.bearer(added["accessToken"]?.string ?? "")
        #expect(await world.call("DELETE", remove, owner).status == 200)
        #expect(await world.call("DELETE", remove, owner).failure == Failure(404, "not_found"))
        let gone = await world.call("GET", "\(path)?credentialId=\(passkey.idText)", app)
        #expect(gone.failure == Failure(404, "invalid_credential"))
        #expect(
            try await world.signIn(&passkey, .app(World.poolID)).failure == Failure(400, "unknown_credential"))
    }
}
