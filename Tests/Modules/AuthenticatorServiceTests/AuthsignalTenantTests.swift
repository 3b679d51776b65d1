import AuthenticatorService
import JOSE
import JSON
import Primitives
import Testing

@Suite("Tenants of the Authsignal kind")
struct AuthsignalTenantTests {
    private let enrolPath = "client/user-authenticators/email-otp"
    private let addScope = #"{"scope":"read:authenticators add:authenticators"}"#

    @Test("A code proves a tracked action, and validation of the result confirms it")
    func codeProvesTrackedAction() throws {
        let service = try TestService()
        let tracked = service.call(
            "POST", "users/u/actions/cognitoAuth", as: .server(TestService.secret), body: "{}")
        #expect(tracked["state"]?.string == "ALLOW" && tracked["isEnrolled"]?.bool == false)
        let token = tracked["token"]?.string ?? ""
        let unused = service.call(
            "POST", "validate", as: .server(TestService.secret), body: #"{"token":"\#(token)"}"#)
        #expect(unused.status == 200 && unused["isValid"]?.bool == false && unused["state"]?.string == "ALLOW")
        service.clock.advance(by: 7)
        let result = service.proveEmail(token, "a@example.org")["accessToken"]?.string ?? ""
        let body = #"{"token":"\#(result)","userId":"u","action":"cognitoAuth"}"#
        let answer = service.call("POST", "validate", as: .server(TestService.secret), body: body)
        let key = tracked["idempotencyKey"]?.string ?? ""
        #expect(
            answer.text
                == #"{"isValid":true,"state":"CHALLENGE_SUCCEEDED","stateUpdatedAt":"2026-06-01T00:00:07.000Z","#
                + #""userId":"u","action":"cognitoAuth","actionCode":"cognitoAuth","idempotencyKey":"\#(key)","#
                + #""verificationMethod":"EMAIL_OTP"}"#)
        let action = service.call("GET", "users/u/actions/cognitoAuth/\(key)")
        #expect(
            action.text
                == #"{"state":"CHALLENGE_SUCCEEDED","createdAt":"2026-06-01T00:00:00.000Z","#
                + #""stateUpdatedAt":"2026-06-01T00:00:07.000Z","verificationMethod":"EMAIL_OTP"}"#)
        let again = service.call(
            "POST", "users/u/actions/cognitoAuth", as: .server(TestService.secret), body: "{}")
        #expect(again["state"]?.string == "CHALLENGE_REQUIRED" && again["isEnrolled"]?.bool == true)
        #expect(again["defaultVerificationMethod"]?.string == "EMAIL_OTP")
        #expect(again["idempotencyKey"]?.string != key)
    }

    @Test("A started action is proven once")
    func startedActionIsProvenOnce() throws {
        let service = try TestService()
        var passkey = try UnrulyPasskey()
        _ = try service.register(
            &passkey, service.proveEmail(service.track("u"), "a@example.org")["accessToken"]?.string ?? "")
        let started = service.startAction(TestService.tenantID)
        let body = #"{"challengeId":"\#(started)"}"#
        let first = try service.signIn(&passkey, .app(TestService.tenantID), body)
        #expect(first["isVerified"]?.bool == true)
        let second = try service.signIn(&passkey, .app(TestService.tenantID), body)
        #expect(second.failure == Failure(400, "invalid_request"))
    }

    @Test("A token has the same claims as Authsignal's tokens")
    func tokenHasAuthsignalsClaims() throws {
        let service = try TestService()
        let body = #"{"idempotencyKey":"k","username":"me"}"#
        let token = service.track("u", body)
        let key = try VerificationKey(hs256Secret: Array(TestService.secret.utf8))
        let claims = try Claims(CompactJWS.verify(token, keys: [key], expectedType: "JWT"))
        #expect(claims.subject == "u" && claims.issuer == "https://challenge.authsignal.com/tenant")
        #expect(claims.audience == ["https://challenge.authsignal.com/tenant"])
        #expect(claims.issuedAt == TestService.start && claims.expiration == TestService.start + 600)
        #expect(claims["scope"]?.string == "read:authenticators")
        #expect(
            claims["other"].map { String(decoding: $0.bytes, as: UTF8.self) }
                == #"{"tenantId":"tenant","publishableKey":"stand-in","userId":"u","actionCode":"cognitoAuth","#
                + #""idempotencyKey":"k","username":"me"}"#)
    }

    @Test("A token of another type or issuer is refused, even if it is signed with the secret")
    func tokenOfOtherTypeOrIssuerIsRefused() throws {
        let service = try TestService()
        let key = try VerificationKey(hs256Secret: Array(TestService.secret.utf8))
        let payload = try CompactJWS.verify(service.track("u"), keys: [key]).payload
        let issuer = String(decoding: payload, as: UTF8.self).replacing("authsignal.com", with: "example.org")
        let foreign = try CompactJWS.sign(
            Array(issuer.utf8), type: "JWT", key: SigningKey(hs256Secret: Array(TestService.secret.utf8)))
        let ofOtherIssuer = service.call("GET", "client/user-authenticators", as: .bearer(foreign))
        #expect(ofOtherIssuer.failure == Failure(401, "unauthorized"))
        let token = try CompactJWS.sign(
            payload, type: "other+jwt", key: SigningKey(hs256Secret: Array(TestService.secret.utf8)))
        let answer = service.call("GET", "client/user-authenticators", as: .bearer(token))
        #expect(answer.failure == Failure(401, "unauthorized"))
    }

    @Test(
        "A token that names two users or tenants is refused, even if it is signed with the secret",
        arguments: [(#""sub":"u""#, #""sub":"v""#), (#""tenantId":"tenant""#, #""tenantId":"other""#)])
    func tokenOfTwoUsersOrTenantsIsRefused(_ claim: String, _ other: String) throws {
        let service = try TestService()
        let key = try SigningKey(hs256Secret: Array(TestService.secret.utf8))
        let payload = String(
            decoding: try CompactJWS.verify(service.track("u"), keys: [key.verificationKey]).payload, as: UTF8.self)
        #expect(payload.contains(claim))
        func list(_ payload: String) throws -> Answer {
            let token = try CompactJWS.sign(Array(payload.utf8), type: "JWT", key: key)
            return service.call("GET", "client/user-authenticators", as: .bearer(token))
        }
        #expect(try list(payload).status == 200)
        #expect(try list(payload.replacing(claim, with: other)).failure == Failure(401, "unauthorized"))
    }

    @Test("Tracking a key twice yields one action, which keeps its state")
    func keyTrackedTwiceIsOneAction() throws {
        let service = try TestService()
        let token = service.track("u", #"{"idempotencyKey":"k"}"#)
        _ = service.proveEmail(token, "a@example.org")
        let body = #"{"idempotencyKey":"k"}"#
        let again = service.call(
            "POST", "users/u/actions/cognitoAuth", as: .server(TestService.secret), body: body)
        #expect(again["state"]?.string == "CHALLENGE_SUCCEEDED")
    }

    @Test("A proof does not change a state set by a rule")
    func proofDoesNotChangeStateSetByRule() throws {
        let service = try TestService()
        service.setRules(AuthenticatorRules(trackedState: .block))
        let token = service.track("u")
        let result = service.proveEmail(token, "a@example.org")["accessToken"]?.string ?? ""
        let answer = service.call(
            "POST", "validate", as: .server(TestService.secret), body: #"{"token":"\#(result)"}"#)
        #expect(answer["state"]?.string == "BLOCK" && answer["isValid"]?.bool == false)
        service.setRules(AuthenticatorRules(omitsStateUpdatedAt: true))
        let without = service.call(
            "POST", "validate", as: .server(TestService.secret), body: #"{"token":"\#(result)"}"#)
        #expect(without.status == 200 && without["stateUpdatedAt"] == nil)
    }

    @Test("A token of another user or action is not valid, in both forms of the answer")
    func tokenOfOtherUserOrActionIsNotValid() throws {
        let service = try TestService()
        let token = service.track("u")
        let other = #"{"token":"\#(token)","userId":"v"}"#
        let refused = service.call("POST", "validate", as: .server(TestService.secret), body: other)
        #expect(refused.description == #"400 {"isValid":false,"error":"User is invalid."}"#)
        service.setRules(AuthenticatorRules(userMismatch: .notValid))
        let mild = service.call("POST", "validate", as: .server(TestService.secret), body: other)
        #expect(mild.description == #"200 {"isValid":false}"#)
        let action = service.call(
            "POST", "validate", as: .server(TestService.secret), body: #"{"token":"\#(token)","action":"other"}"#)
        #expect(action.description == #"200 {"isValid":false}"#)
        let garbage = service.call(
            "POST", "validate", as: .server(TestService.secret), body: #"{"token":"x.y.z"}"#)
        #expect(garbage.failure == Failure(422, "invalid_request_token"))
        service.clock.advance(by: 600)
        let late = service.call(
            "POST", "validate", as: .server(TestService.secret), body: #"{"token":"\#(token)"}"#)
        #expect(late.failure == Failure(400, "invalid_request"))
    }

    @Test("The first authenticator needs no scope, and every further one does")
    func onlyFurtherAuthenticatorsNeedScope() throws {
        let service = try TestService()
        let token = service.track("u")
        _ = service.proveEmail(token, "a@example.org")
        let body = #"{"email":"b@example.org"}"#
        #expect(
            service.call("POST", enrolPath, as: .bearer(token), body: body).failure
                == Failure(403, "unauthorized"))
        #expect(service.registrationOptions(token).failure == Failure(403, "unauthorized"))
        let wide = service.track("u", addScope)
        #expect(service.proveEmail(wide, "b@example.org")["isVerified"]?.bool == true)
        #expect(service.registrationOptions(wide).status == 200)
        var passkey = try UnrulyPasskey()
        #expect(try service.register(&passkey, service.track("new"))["isVerified"]?.bool == true)
    }

    @Test("If two callers enrol the first authenticator at once, the slower one is refused")
    func slowerFirstEnrolmentIsRefused() throws {
        let service = try TestService()
        let (one, other) = (service.track("u"), service.track("u"))
        let options = service.registrationOptions(other)
        let mine = #"{"email":"mine@example.org"}"#
        _ = service.call("POST", enrolPath, as: .bearer(other), body: mine)
        let code = service.mailBox.mails.last?.code ?? ""
        var first = try UnrulyPasskey()
        #expect(try service.register(&first, one)["isVerified"]?.bool == true)
        #expect(service.verify(other, code).failure == Failure(403, "unauthorized"))
        var passkey = try UnrulyPasskey()
        let credential = try passkey.register(options["options"])
        #expect(service.add(credential, options, other).failure == Failure(403, "unauthorized"))
    }

    @Test("An address that the tenant supplied is challenged even if nobody has enrolled it")
    func suppliedAddressIsChallenged() throws {
        let service = try TestService()
        let none = service.track("v")
        let refused = service.call("POST", "client/challenge/email-otp", as: .bearer(none))
        #expect(refused.failure == Failure(400, "invalid_request"))
        let token = service.track("u", #"{"email":"a@example.org"}"#)
        #expect(service.call("POST", "client/challenge/email-otp", as: .bearer(token)).status == 200)
        let mail = try #require(service.mailBox.mails.first)
        #expect(mail.recipient == "a@example.org")
        let answer = service.verify(token, mail.code)
        #expect(answer["isVerified"]?.bool == true && answer["userAuthenticator"] != nil)
    }

    @Test("A passkey proven before the user is known is linked to the action tracked later")
    func startedActionIsLinkedToTrackedAction() throws {
        let service = try TestService()
        var passkey = try UnrulyPasskey()
        _ = try service.register(&passkey, service.track("u", #"{"username":"me"}"#))
        let started = service.startAction(
            TestService.tenantID, #"{"action":"cognitoAuth","idempotencyKey":"mine"}"#)
        let before = service.call("GET", "challenges?challengeId=\(started)")
        #expect(before["action"]?.string == "cognitoAuth" && before["verificationMethod"] == nil)
        let link = #"{"challengeId":"\#(started)"}"#
        let answer = try service.signIn(&passkey, .app(TestService.tenantID), link)
        #expect(answer["username"]?.string == "me")
        let after = service.call("GET", "challenges?challengeId=\(started)&userId=u")
        #expect(after["verificationMethod"]?.string == "PASSKEY")
        #expect(service.call("GET", "challenges?challengeId=\(started)&userId=v").text == "{}")
        let tracked = service.call(
            "POST", "users/u/actions/cognitoAuth", as: .server(TestService.secret), body: link)
        #expect(tracked["state"]?.string == "CHALLENGE_SUCCEEDED" && tracked["idempotencyKey"]?.string == "mine")
        service.setRules(AuthenticatorRules(trackedState: .block))
        let held = #"{"challengeId":"\#(started)","idempotencyKey":"other"}"#
        let blocked = service.call(
            "POST", "users/u/actions/cognitoAuth", as: .server(TestService.secret), body: held)
        #expect(blocked["state"]?.string == "BLOCK")
        service.setRules(AuthenticatorRules())
        let wrongAction = service.call("POST", "users/u/actions/mfa", as: .server(TestService.secret), body: link)
        #expect(wrongAction.failure == Failure(400, "invalid_request"))
        // The passkey does not prove another user's action.
        let other = service.call(
            "POST", "users/v/actions/cognitoAuth", as: .server(TestService.secret), body: link)
        #expect(other["state"]?.string == "ALLOW")
        let result = answer["accessToken"]?.string ?? ""
        let valid = service.call(
            "POST", "validate", as: .server(TestService.secret), body: #"{"token":"\#(result)"}"#)
        #expect(valid["verificationMethod"]?.string == "PASSKEY" && valid["idempotencyKey"]?.string == "mine")
    }

    @Test("Only a bearer who may know the passkeys is told which ones may sign")
    func onlyBearerLearnsAllowedPasskeys() throws {
        let service = try TestService()
        var passkey = try UnrulyPasskey()
        let token = service.track("u")
        _ = try service.register(&passkey, token)
        let options = service.authenticationOptions(.bearer(token))
        let allowed = options["options"]?["allowCredentials"]?.elements ?? []
        #expect(allowed.map { $0["id"]?.string } == [passkey.idText])
        let open = service.authenticationOptions(.app(TestService.tenantID), #"{"username":"u"}"#)
        #expect(open["options"]?["allowCredentials"]?.elements.isEmpty == true)
    }

    @Test("The server API lists authenticators unmasked, enrols verified addresses and removes users")
    func serverAPIManagesAuthenticators() throws {
        let service = try TestService()
        let path = "users/u%2F1/authenticators"
        let body = #"{"verificationMethod":"EMAIL_OTP","email":"a@example.org"}"#
        let enrolled = service.call("POST", path, as: .server(TestService.secret), body: body)
        let id = enrolled["authenticator"]?["userAuthenticatorId"]?.string ?? ""
        #expect(enrolled["authenticator"]?["userId"]?.string == "u/1")
        #expect(service.mailBox.mails.isEmpty)
        _ = service.call("POST", path, as: .server(TestService.secret), body: body)
        let list = service.call("GET", path)
        #expect(list.json?.elements.map { $0["email"]?.string } == ["a@example.org"])
        let passkey = #"{"verificationMethod":"PASSKEY"}"#
        #expect(
            service.call("POST", path, as: .server(TestService.secret), body: passkey).failure
                == Failure(400, "invalid_request"))
        let user = service.call(
            "PATCH", "users/u%2F1", as: .server(TestService.secret), body: #"{"displayName":"Me"}"#)
        #expect(user["displayName"]?.string == "Me" && user["emailVerified"]?.bool == true)
        #expect(service.call("DELETE", "\(path)/\(id)").status == 200)
        #expect(service.call("GET", path).text == "[]")
        #expect(service.call("DELETE", "users/u%2F1").status == 200)
        #expect(
            service.call("GET", "users/u%2F1").text
                == #"{"isEnrolled":false,"emailVerified":false,"phoneNumberVerified":false}"#)
    }

    @Test("The server can set an action's state, but only to a known state")
    func serverSetsOnlyKnownStates() throws {
        let service = try TestService()
        _ = service.track("u", #"{"idempotencyKey":"k"}"#)
        let path = "users/u/actions/cognitoAuth/k"
        let answer = service.call(
            "PATCH", path, as: .server(TestService.secret), body: #"{"state":"REVIEW_REQUIRED"}"#)
        #expect(answer["state"]?.string == "REVIEW_REQUIRED")
        let wrong = service.call("PATCH", path, as: .server(TestService.secret), body: #"{"state":"WON"}"#)
        #expect(wrong.failure == Failure(400, "invalid_request"))
        #expect(service.call("GET", "users/u/actions/cognitoAuth/x").failure == Failure(404, "not_found"))
    }

    @Test("An action to start has an action code", arguments: ["", "a b", "ü", String(repeating: "a", count: 65)])
    func startedActionHasAnActionCode(code: String) throws {
        let service = try TestService()
        let answer = service.call(
            "POST", "client/challenge", as: .app(TestService.tenantID), body: #"{"action":"\#(code)"}"#)
        #expect(answer.failure == Failure(400, "invalid_request"))
    }

    @Test("Tracking writes a user once, and again only with another name or address")
    func trackingWritesAUserOnce() throws {
        let service = try TestService()
        let id = UserID(tenantID: TestService.tenantID, id: "u")
        func version(_ body: String) throws -> Int64? {
            _ = service.track("u", body)
            return try service.storage.user(id)?.version
        }
        #expect(try version("{}") == 1)
        #expect(try version("{}") == 1)
        #expect(try version(#"{"email":"a@example.org"}"#) == 2)
        #expect(try version(#"{"email":"a@example.org"}"#) == 2)
    }

    @Test("An action that was never tracked has no state to set")
    func unknownActionHasNoState() throws {
        let service = try TestService()
        let path = "users/u/actions/cognitoAuth/key"
        let answer = service.call("PATCH", path, body: #"{"state":"ALLOW"}"#)
        #expect(answer.failure == Failure(404, "not_found"))
        #expect(service.call("GET", path).failure == Failure(404, "not_found"))
    }
}
