import AuthenticatorService
import JOSE
import JSON
import Primitives
import SoftwarePasskey
import StandIns
import TestKeys
import TestSupport
import Testing

@Suite("A tenant at the Authsignal stand-in")
struct AuthsignalTenantTests {
    private let tenant: TenantFixture

    init() throws { tenant = try TenantFixture() }

    @Test("a secret shorter than 32 bytes is refused")
    func shortSecretIsRefused() {
        #expect(throws: StandInError.invalidSettings("secretTooShort")) { try AuthsignalStandIn(secret: "short") }
    }

    @Test("a code proves a tracked action, and validation of the result confirms it")
    func codeProvesTrackedAction() throws {
        let tracked = tenant.call("POST", "users/u/actions/cognitoAuth", "{}")
        #expect(tracked["state"]?.string == "ALLOW" && tracked["isEnrolled"]?.bool == false)
        let token = tracked["token"]?.string ?? ""
        let unused = tenant.validate(token)
        #expect(unused.outcome == "200" && unused["isValid"]?.bool == false && unused["state"]?.string == "ALLOW")
        tenant.clock.advance(by: 7)
        let result = tenant.proveEmail(token, "a@example.org").token
        let key = tracked["idempotencyKey"]?.string ?? ""
        #expect(
            tenant.validate(result, #","userId":"u","action":"cognitoAuth""#).text
                == #"{"isValid":true,"state":"CHALLENGE_SUCCEEDED","stateUpdatedAt":"2026-06-01T00:00:07.000Z","#
                + #""userId":"u","action":"cognitoAuth","actionCode":"cognitoAuth","idempotencyKey":"\#(key)","#
                + #""verificationMethod":"EMAIL_OTP"}"#)
        #expect(
            tenant.call("GET", "users/u/actions/cognitoAuth/\(key)").text
                == #"{"state":"CHALLENGE_SUCCEEDED","createdAt":"2026-06-01T00:00:00.000Z","#
                + #""stateUpdatedAt":"2026-06-01T00:00:07.000Z","verificationMethod":"EMAIL_OTP"}"#)
        let again = tenant.call("POST", "users/u/actions/cognitoAuth", "{}")
        #expect(again["state"]?.string == "CHALLENGE_REQUIRED" && again["isEnrolled"]?.bool == true)
        #expect(again["defaultVerificationMethod"]?.string == "EMAIL_OTP")
        #expect(again["idempotencyKey"]?.string != key)
    }

    @Test("a started action is proven once")
    func startedActionIsProvenOnce() throws {
        var device = SoftwareAuthenticator.new
        _ = try tenant.register(&device, tenant.proveEmail(tenant.track("u"), "a@example.org").token)
        let body = #"{"challengeId":"\#(tenant.startAction())"}"#
        try expect(tenant.signIn(&device, .app, body).isVerified, equals: true)
        try expect(tenant.signIn(&device, .app, body).outcome, equals: "400 invalid_request")
    }

    @Test("a token has the same claims as Authsignal's tokens")
    func tokenHasAuthsignalsClaims() throws {
        let token = tenant.track("u", #"{"idempotencyKey":"k","username":"me"}"#)
        let key = try VerificationKey(hs256Secret: Array(TenantFixture.secret.utf8))
        let claims = try Claims(CompactJWS.verify(token, keys: [key], expectedType: "JWT"))
        #expect(claims.subject == "u" && claims.issuer == "https://challenge.authsignal.com/tenant")
        #expect(claims.audience == ["https://challenge.authsignal.com/tenant"])
        #expect(claims.issuedAt == TenantFixture.start && claims.expiration == TenantFixture.start + 600)
        #expect(claims["scope"]?.string == "read:authenticators")
        #expect(
            claims["other"].map { String(decoding: $0.bytes, as: UTF8.self) }
                == #"{"tenantId":"tenant","publishableKey":"stand-in","userId":"u","actionCode":"cognitoAuth","#
                + #""idempotencyKey":"k","username":"me"}"#)
    }

    @Test(
        "a token that is not the tenant's is refused, even if it is signed with the secret",
        arguments: [
            ("authsignal.com", "example.org", "JWT"), ("read:", "read:", "other+jwt"),
            (#""sub":"u""#, #""sub":"v""#, "JWT"), (#""tenantId":"tenant""#, #""tenantId":"other""#, "JWT"),
        ])
    func otherTokenIsRefused(claim: String, other: String, type: String) throws {
        let key = try SigningKey(hs256Secret: Array(TenantFixture.secret.utf8))
        let payload = String(
            decoding: try CompactJWS.verify(tenant.track("u"), keys: [key.verificationKey]).payload, as: UTF8.self)
        #expect(payload.contains(claim))
        func list(_ payload: String, _ type: String) throws -> String {
            let token = try CompactJWS.sign(Array(payload.utf8), type: type, key: key)
            return tenant.call("GET", "client/user-authenticators", as: .bearer(token)).outcome
        }
        try expect(list(payload, "JWT"), equals: "200")
        try expect(list(payload.replacing(claim, with: other), type), equals: "401 unauthorized")
    }

    @Test("tracking a key twice yields one action, which keeps its state")
    func keyTrackedTwiceIsOneAction() throws {
        let body = #"{"idempotencyKey":"k"}"#
        _ = tenant.proveEmail(tenant.track("u", body), "a@example.org")
        let again = tenant.call("POST", "users/u/actions/cognitoAuth", body)
        #expect(again["state"]?.string == "CHALLENGE_SUCCEEDED")
    }

    @Test("a proof does not change a state set by a rule")
    func proofDoesNotChangeStateSetByRule() throws {
        tenant.tenant.rules.trackedState = .block
        let result = tenant.proveEmail(tenant.track("u"), "a@example.org").token
        let answer = tenant.validate(result)
        #expect(answer["state"]?.string == "BLOCK" && answer["isValid"]?.bool == false)
    }

    @Test("a token of another user or action is not valid, in both forms of the answer")
    func tokenOfOtherUserOrActionIsNotValid() throws {
        let token = tenant.track("u")
        let refused = tenant.validate(token, #","userId":"v""#)
        #expect(refused.outcome == "400" && refused.text == #"{"isValid":false,"error":"User is invalid."}"#)
        tenant.tenant.rules.userMismatch = .notValid
        #expect(tenant.validate(token, #","userId":"v""#).text == #"{"isValid":false}"#)
        #expect(tenant.validate(token, #","action":"other""#).text == #"{"isValid":false}"#)
        #expect(tenant.validate("x.y.z").outcome == "422 invalid_request_token")
        tenant.clock.advance(by: 600)
        #expect(tenant.validate(token).outcome == "400 invalid_request")
        let list = tenant.call("GET", "client/user-authenticators", as: .bearer(token))
        #expect(list.outcome == "401 expired_token")
    }

    @Test("the first authenticator needs no scope, and every further one does")
    func onlyFurtherAuthenticatorsNeedScope() throws {
        let token = tenant.track("u")
        _ = tenant.proveEmail(token, "a@example.org")
        #expect(tenant.enrolEmail(token, "b@example.org").outcome == "403 unauthorized")
        #expect(tenant.registrationOptions(token).outcome == "403 unauthorized")
        let wide = tenant.track("u", #"{"scope":"read:authenticators add:authenticators"}"#)
        #expect(tenant.proveEmail(wide, "b@example.org").isVerified)
        #expect(tenant.registrationOptions(wide).outcome == "200")
        var device = SoftwareAuthenticator.new
        try expect(tenant.register(&device, tenant.track("new")).isVerified, equals: true)
        let other = tenant.track("u", #"{"scope":"add:authenticators"}"#)
        #expect(tenant.call("GET", "client/user-authenticators", as: .bearer(other)).outcome == "403 unauthorized")
    }

    @Test("if two callers enrol the first authenticator at once, the slower one is refused")
    func slowerFirstEnrolmentIsRefused() throws {
        let (one, other) = (tenant.track("u"), tenant.track("u"))
        let options = tenant.registrationOptions(other)
        _ = tenant.enrolEmail(other, "mine@example.org")
        var (first, second) = (SoftwareAuthenticator.new, SoftwareAuthenticator.new)
        try expect(tenant.register(&first, one).isVerified, equals: true)
        #expect(tenant.verifyEmail(other, tenant.sent.mails.last?.code).outcome == "403 unauthorized")
        let credential = try second.create(try #require(options["options"]))
        #expect(tenant.add(credential, options, other).outcome == "403 unauthorized")
    }

    @Test("an address that the tenant supplied is challenged even if nobody has enrolled it")
    func suppliedAddressIsChallenged() throws {
        let path = "client/challenge/email-otp"
        #expect(tenant.call("POST", path, as: .bearer(tenant.track("v"))).outcome == "400 invalid_request")
        let token = tenant.track("u", #"{"email":"a@example.org"}"#)
        #expect(tenant.call("POST", path, as: .bearer(token)).outcome == "200")
        let mail = try #require(tenant.sent.mails.first)
        #expect(mail.recipient == "a@example.org")
        let answer = tenant.verifyEmail(token, mail.code)
        #expect(answer.isVerified && answer["userAuthenticator"] != nil)
    }

    @Test("a passkey proven before the user is known is linked to the action tracked later")
    func startedActionIsLinkedToTrackedAction() throws {
        var device = SoftwareAuthenticator.new
        _ = try tenant.register(&device, tenant.track("u", #"{"username":"me"}"#))
        let started = tenant.startAction(#"{"action":"cognitoAuth","idempotencyKey":"mine"}"#)
        let before = tenant.call("GET", "challenges?challengeId=\(started)")
        #expect(before["action"]?.string == "cognitoAuth" && before["verificationMethod"] == nil)
        let link = #"{"challengeId":"\#(started)"}"#
        let answer = try tenant.signIn(&device, .app, link)
        #expect(answer["username"]?.string == "me")
        let after = tenant.call("GET", "challenges?challengeId=\(started)&userId=u")
        #expect(after["verificationMethod"]?.string == "PASSKEY")
        #expect(tenant.call("GET", "challenges?challengeId=\(started)&userId=v").text == "{}")
        let tracked = tenant.call("POST", "users/u/actions/cognitoAuth", link)
        #expect(tracked["state"]?.string == "CHALLENGE_SUCCEEDED" && tracked["idempotencyKey"]?.string == "mine")
        tenant.tenant.rules.trackedState = .block
        let blocked = tenant.call(
            "POST", "users/u/actions/cognitoAuth", #"{"challengeId":"\#(started)","idempotencyKey":"other"}"#)
        #expect(blocked["state"]?.string == "BLOCK")
        tenant.tenant.rules.trackedState = nil
        #expect(tenant.call("POST", "users/u/actions/mfa", link).outcome == "400 invalid_request")
        // The passkey does not prove another user's action.
        #expect(tenant.call("POST", "users/v/actions/cognitoAuth", link)["state"]?.string == "ALLOW")
        let valid = tenant.validate(answer.token)
        #expect(valid["verificationMethod"]?.string == "PASSKEY" && valid["idempotencyKey"]?.string == "mine")
    }

    @Test("only a bearer who may know the passkeys is told which ones may sign")
    func onlyBearerLearnsAllowedPasskeys() throws {
        var device = SoftwareAuthenticator.new
        let token = tenant.track("u")
        let added = try tenant.register(&device, token)
        let options = tenant.authenticationOptions(.bearer(token))
        let allowed = options["options"]?["allowCredentials"]?.elements ?? []
        #expect(allowed.map { $0["id"]?.string } == [added["credentialId"]?.string])
        let open = tenant.authenticationOptions(.app, #"{"username":"u"}"#)
        #expect(open["options"]?["allowCredentials"]?.elements.isEmpty == true)
    }

    @Test("the server API lists authenticators unmasked, enrols verified addresses and removes users")
    func serverAPIManagesAuthenticators() throws {
        let path = "users/u%2F1/authenticators"
        let body = #"{"verificationMethod":"EMAIL_OTP","email":"a@example.org"}"#
        let enrolled = tenant.call("POST", path, body)
        let id = enrolled["authenticator"]?["userAuthenticatorId"]?.string ?? ""
        #expect(enrolled["authenticator"]?["userId"]?.string == "u/1" && tenant.sent.mails.isEmpty)
        _ = tenant.call("POST", path, body)
        #expect(tenant.call("GET", path).json?.elements.map { $0["email"]?.string } == ["a@example.org"])
        #expect(tenant.call("POST", path, #"{"verificationMethod":"PASSKEY"}"#).outcome == "400 invalid_request")
        let user = tenant.call("PATCH", "users/u%2F1", #"{"displayName":"Me"}"#)
        #expect(user["displayName"]?.string == "Me" && user["emailVerified"]?.bool == true)
        #expect(tenant.call("DELETE", "\(path)/\(id)").outcome == "200")
        #expect(tenant.call("GET", path).text == "[]")
        _ = tenant.call("POST", path, body)
        #expect(tenant.call("DELETE", "users/u%2F1").outcome == "200")
        #expect(tenant.call("GET", "users/u%2F1")["isEnrolled"]?.bool == false)
        #expect(
            tenant.call("GET", "users/other").text
                == #"{"isEnrolled":false,"emailVerified":false,"phoneNumberVerified":false}"#)
    }

    @Test("the server can set an action's state, but only of a known action to a known state")
    func serverSetsOnlyKnownStates() throws {
        _ = tenant.track("u", #"{"idempotencyKey":"k"}"#)
        let path = "users/u/actions/cognitoAuth/"
        #expect(tenant.call("PATCH", path + "k", #"{"state":"REVIEW_REQUIRED"}"#)["state"]?.string == "REVIEW_REQUIRED")
        #expect(tenant.call("PATCH", path + "k", #"{"state":"WON"}"#).outcome == "400 invalid_request")
        #expect(tenant.call("PATCH", path + "x", #"{"state":"ALLOW"}"#).outcome == "404 not_found")
        #expect(tenant.call("GET", path + "x").outcome == "404 not_found")
    }

    @Test(
        "an unknown path is not found",
        arguments: [
            ("GET", "nothing"), ("PUT", "users/u"), ("GET", "users"), ("GET", "users/u/"), ("GET", "validate"),
            ("POST", "users/u/authenticators/x/y"), ("POST", "clients"),
        ])
    func unknownPathIsNotFound(method: String, path: String) {
        #expect(tenant.call(method, path).text == #"{"message":"Not Found"}"#)
    }
}
