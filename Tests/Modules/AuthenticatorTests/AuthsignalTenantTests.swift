import Authenticator
import JOSE
import JSON
import Primitives
import Testing

@Suite("Tenants as Authsignal has them")
struct AuthsignalTenantTests {
    private let enrolPath = "client/user-authenticators/email-otp"
    private let addScope = #"{"scope":"read:authenticators add:authenticators"}"#

    @Test("A tracked action is proven by a code, and validating the result says so")
    func signIn() async throws {
        let world = try World()
        let tracked = await world.call("POST", "users/u/actions/cognitoAuth", .server(World.secret), "{}")
        #expect(tracked["state"]?.string == "ALLOW" && tracked["isEnrolled"]?.bool == false)
        let token = tracked["token"]?.string ?? ""
        let unused = await world.call("POST", "validate", .server(World.secret), #"{"token":"\#(token)"}"#)
        #expect(unused.status == 200 && unused["isValid"]?.bool == false && unused["state"]?.string == "ALLOW")
        world.clock.advance(by: 7)
        let result = await world.proveEmail(token, "a@example.org")["accessToken"]?.string ?? ""
        let body = #"{"token":"\#(result)","userId":"u","action":"cognitoAuth"}"#
        let answer = await world.call("POST", "validate", .server(World.secret), body)
        let key = tracked["idempotencyKey"]?.string ?? ""
        #expect(
            answer.text
                == #"{"isValid":true,"state":"CHALLENGE_SUCCEEDED","stateUpdatedAt":"2026-06-01T00:00:07.000Z","#
                + #""userId":"u","action":"cognitoAuth","actionCode":"cognitoAuth","idempotencyKey":"\#(key)","#
                + #""verificationMethod":"EMAIL_OTP"}"#)
        let action = await world.call("GET", "users/u/actions/cognitoAuth/\(key)")
        #expect(
            action.text
                == #"{"state":"CHALLENGE_SUCCEEDED","createdAt":"2026-06-01T00:00:00.000Z","#
                + #""stateUpdatedAt":"2026-06-01T00:00:07.000Z","verificationMethod":"EMAIL_OTP"}"#)
        let again = await world.call("POST", "users/u/actions/cognitoAuth", .server(World.secret), "{}")
        #expect(again["state"]?.string == "CHALLENGE_REQUIRED" && again["isEnrolled"]?.bool == true)
        #expect(again["defaultVerificationMethod"]?.string == "EMAIL_OTP")
        #expect(again["idempotencyKey"]?.string != key)
    }

    @Test("A token has the claims that Authsignal's have")
    func claims() async throws {
        let world = try World()
        let body = #"{"idempotencyKey":"k","username":"me"}"#
        let token = await world.track("u", body)
        let key = try VerificationKey(hs256Secret: Array(World.secret.utf8))
        let claims = try Claims(CompactJWS.verify(token, keys: [key], expectedType: "JWT"))
        #expect(claims.subject == "u" && claims.issuer == "https://challenge.authsignal.com/tenant")
        #expect(claims.audience == ["https://challenge.authsignal.com/tenant"])
        #expect(claims.issuedAt == World.start && claims.expiration == World.start + 600)
        #expect(claims["scope"]?.string == "read:authenticators")
        #expect(
            claims["other"].map { String(decoding: $0.bytes, as: UTF8.self) }
                == #"{"tenantId":"tenant","publishableKey":"stand-in","userId":"u","actionCode":"cognitoAuth","#
                + #""idempotencyKey":"k","username":"me"}"#)
    }

    @Test("A token of another type or issuer is refused, though signed with the secret")
    func otherType() async throws {
        let world = try World()
        let key = try VerificationKey(hs256Secret: Array(World.secret.utf8))
        let payload = try CompactJWS.verify(await world.track("u"), keys: [key]).payload
        let issuer = String(decoding: payload, as: UTF8.self).replacing("authsignal.com", with: "example.org")
        let foreign = try CompactJWS.sign(
            Array(issuer.utf8), type: "JWT", key: SigningKey(hs256Secret: Array(World.secret.utf8)))
        let ofOtherIssuer = await world.call("GET", "client/user-authenticators", .bearer(foreign))
        #expect(ofOtherIssuer.failure == Failure(401, "unauthorized"))
        let token = try CompactJWS.sign(
            payload, type: "other+jwt", key: SigningKey(hs256Secret: Array(World.secret.utf8)))
        let answer = await world.call("GET", "client/user-authenticators", .bearer(token))
        #expect(answer.failure == Failure(401, "unauthorized"))
    }

    @Test("A key tracked twice is one action, which keeps its state")
    func sameKey() async throws {
        let world = try World()
        let token = await world.track("u", #"{"idempotencyKey":"k"}"#)
        _ = await world.proveEmail(token, "a@example.org")
        let body = #"{"idempotencyKey":"k"}"#
        let again = await world.call("POST", "users/u/actions/cognitoAuth", .server(World.secret), body)
        #expect(again["state"]?.string == "CHALLENGE_SUCCEEDED")
    }

    @Test("A state set by a rule is not changed by a proof")
    func rules() async throws {
        let world = try World()
        await world.service.setRules(AuthenticatorRules(trackedState: .block))
        let token = await world.track("u")
        let result = await world.proveEmail(token, "a@example.org")["accessToken"]?.string ?? ""
        let answer = await world.call("POST", "validate", .server(World.secret), #"{"token":"\#(result)"}"#)
        #expect(answer["state"]?.string == "BLOCK" && answer["isValid"]?.bool == false)
        await world.service.setRules(AuthenticatorRules(omitsStateUpdatedAt: true))
        let without = await world.call("POST", "validate", .server(World.secret), #"{"token":"\#(result)"}"#)
        #expect(without.status == 200 && without["stateUpdatedAt"] == nil)
    }

    @Test("A token of another user or action is not valid, in either form the service has for it")
    func mismatch() async throws {
        let world = try World()
        let token = await world.track("u")
        let other = #"{"token":"\#(token)","userId":"v"}"#
        let refused = await world.call("POST", "validate", .server(World.secret), other)
        #expect(refused.description == #"400 {"isValid":false,"error":"User is invalid."}"#)
        await world.service.setRules(AuthenticatorRules(userMismatch: .notValid))
        let mild = await world.call("POST", "validate", .server(World.secret), other)
        #expect(mild.description == #"200 {"isValid":false}"#)
        let action = await world.call(
            "POST", "validate", .server(World.secret), #"{"token":"\#(token)","action":"other"}"#)
        #expect(action.description == #"200 {"isValid":false}"#)
        let garbage = await world.call("POST", "validate", .server(World.secret), #"{"token":"x.y.z"}"#)
        #expect(garbage.failure == Failure(422, "invalid_request_token"))
        world.clock.advance(by: 600)
        let late = await world.call("POST", "validate", .server(World.secret), #"{"token":"\#(token)"}"#)
        #expect(late.failure == Failure(400, "invalid_request"))
    }

    @Test("The first authenticator needs no scope, and every further one does")
    func scopes() async throws {
        let world = try World()
        let token = await world.track("u")
        _ = await world.proveEmail(token, "a@example.org")
        let body = #"{"email":"b@example.org"}"#
        #expect(
            await world.call("POST", enrolPath, .bearer(token), body).failure == Failure(403, "unauthorized"))
        #expect(await world.registrationOptions(token).failure == Failure(403, "unauthorized"))
        let wide = await world.track("u", addScope)
        #expect(await world.proveEmail(wide, "b@example.org")["isVerified"]?.bool == true)
        #expect(await world.registrationOptions(wide).status == 200)
        var passkey = try UnrulyPasskey()
        #expect(try await world.register(&passkey, await world.track("new"))["isVerified"]?.bool == true)
    }

    @Test("Of two who would be the first, the second is refused when the first has been")
    func race() async throws {
        let world = try World()
        let (one, other) = (await world.track("u"), await world.track("u"))
        let options = await world.registrationOptions(other)
        let mine = #"{"email":"mine@example.org"}"#
        _ = await world.call("POST", enrolPath, .bearer(other), mine)
        let code = world.mailBox.mails.last?.code ?? ""
        _ = await world.proveEmail(one, "a@example.org")
        #expect(await world.verify(other, code).failure == Failure(403, "unauthorized"))
        var passkey = try UnrulyPasskey()
        let credential = try passkey.register(options["options"])
        #expect(await world.add(credential, options, other).failure == Failure(403, "unauthorized"))
    }

    @Test("The address a tenant has told is challenged though nobody has enrolled it")
    func trackedAddress() async throws {
        let world = try World()
        let none = await world.track("v")
        let refused = await world.call("POST", "client/challenge/email-otp", .bearer(none))
        #expect(refused.failure == Failure(400, "invalid_request"))
        let token = await world.track("u", #"{"email":"a@example.org"}"#)
        #expect(await world.call("POST", "client/challenge/email-otp", .bearer(token)).status == 200)
        let mail = try #require(world.mailBox.mails.first)
        #expect(mail.recipient == "a@example.org")
        let answer = await world.verify(token, mail.code)
        #expect(answer["isVerified"]?.bool == true && answer["userAuthenticator"] != nil)
    }

    @Test("A passkey proven before the user is known is linked to the action tracked after it")
    func linked() async throws {
        let world = try World()
        var passkey = try UnrulyPasskey()
        _ = try await world.register(&passkey, await world.track("u", #"{"username":"me"}"#))
        let started = await world.startAction(World.tenantID, #"{"action":"cognitoAuth","idempotencyKey":"mine"}"#)
        let before = await world.call("GET", "challenges?challengeId=\(started)")
        #expect(before["action"]?.string == "cognitoAuth" && before["verificationMethod"] == nil)
        let link = #"{"challengeId":"\#(started)"}"#
        let answer = try await world.signIn(&passkey, .app(World.tenantID), link)
        #expect(answer["username"]?.string == "me")
        let after = await world.call("GET", "challenges?challengeId=\(started)&userId=u")
        #expect(after["verificationMethod"]?.string == "PASSKEY")
        #expect(await world.call("GET", "challenges?challengeId=\(started)&userId=v").text == "{}")
        let tracked = await world.call("POST", "users/u/actions/cognitoAuth", .server(World.secret), link)
        #expect(tracked["state"]?.string == "CHALLENGE_SUCCEEDED" && tracked["idempotencyKey"]?.string == "mine")
        await world.service.setRules(AuthenticatorRules(trackedState: .block))
        let held = #"{"challengeId":"\#(started)","idempotencyKey":"other"}"#
        let blocked = await world.call("POST", "users/u/actions/cognitoAuth", .server(World.secret), held)
        #expect(blocked["state"]?.string == "BLOCK")
        await world.service.setRules(AuthenticatorRules())
        let wrongAction = await world.call("POST", "users/u/actions/mfa", .server(World.secret), link)
        #expect(wrongAction.failure == Failure(400, "invalid_request"))
        // Another user's action is not proven by it.
        let other = await world.call("POST", "users/v/actions/cognitoAuth", .server(World.secret), link)
        #expect(other["state"]?.string == "ALLOW")
        let result = answer["accessToken"]?.string ?? ""
        let valid = await world.call("POST", "validate", .server(World.secret), #"{"token":"\#(result)"}"#)
        #expect(valid["verificationMethod"]?.string == "PASSKEY" && valid["idempotencyKey"]?.string == "mine")
    }

    @Test("Who may know them is told which passkeys may sign")
    func allowed() async throws {
        let world = try World()
        var passkey = try UnrulyPasskey()
        let token = await world.track("u")
        _ = try await world.register(&passkey, token)
        let options = await world.authenticationOptions(.bearer(token))
        let allowed = options["options"]?["allowCredentials"]?.elements ?? []
        #expect(allowed.map { $0["id"]?.string } == [passkey.idText])
        let open = await world.authenticationOptions(.app(World.tenantID), #"{"username":"u"}"#)
        #expect(open["options"]?["allowCredentials"]?.elements.isEmpty == true)
    }

    @Test("The server API lists plainly, enrols what is verified, and forgets")
    func serverAPI() async throws {
        let world = try World()
        let path = "users/u%2F1/authenticators"
        let body = #"{"verificationMethod":"EMAIL_OTP","email":"a@example.org"}"#
        let enrolled = await world.call("POST", path, .server(World.secret), body)
        let id = enrolled["authenticator"]?["userAuthenticatorId"]?.string ?? ""
        #expect(enrolled["authenticator"]?["userId"]?.string == "u/1")
        #expect(world.mailBox.mails.isEmpty)
        _ = await world.call("POST", path, .server(World.secret), body)
        let list = await world.call("GET", path)
        #expect(list.json?.elements.map { $0["email"]?.string } == ["a@example.org"])
        let passkey = #"{"verificationMethod":"PASSKEY"}"#
        #expect(
            await world.call("POST", path, .server(World.secret), passkey).failure
                == Failure(400, "invalid_request"))
        let user = await world.call("PATCH", "users/u%2F1", .server(World.secret), #"{"displayName":"Me"}"#)
        #expect(user["displayName"]?.string == "Me" && user["emailVerified"]?.bool == true)
        #expect(await world.call("DELETE", "\(path)/\(id)").status == 200)
        #expect(await world.call("GET", path).text == "[]")
        #expect(await world.call("DELETE", "users/u%2F1").status == 200)
        #expect(
            await world.call("GET", "users/u%2F1").text
                == #"{"isEnrolled":false,"emailVerified":false,"phoneNumberVerified":false}"#)
    }

    @Test("An action's state is set by the server, to a state there is")
    func updateAction() async throws {
        let world = try World()
        _ = await world.track("u", #"{"idempotencyKey":"k"}"#)
        let path = "users/u/actions/cognitoAuth/k"
        let answer = await world.call("PATCH", path, .server(World.secret), #"{"state":"REVIEW_REQUIRED"}"#)
        #expect(answer["state"]?.string == "REVIEW_REQUIRED")
        let wrong = await world.call("PATCH", path, .server(World.secret), #"{"state":"WON"}"#)
        #expect(wrong.failure == Failure(400, "invalid_request"))
        #expect(await world.call("GET", "users/u/actions/cognitoAuth/x").failure == Failure(404, "not_found"))
    }
}
