import AuthenticatorService
import JSON
import Passkeys
import Primitives
import SignInMail
import SignInTokens
import TestSupport
import Testing
import WebAuthn

@Suite("Passkeys")
struct PasskeyTests {
    @Test("A passkey is registered after the address is proven, and signs in without the user being named")
    func passkeyRegistersAfterAddressAndSignsInUnnamed() throws {
        let service = try TestService()
        let token = try service.signedUser()
        var passkey = try UnrulyPasskey()
        let added = try service.register(&passkey, token, #"{"username":"me@here","displayName":"Me"}"#)
        #expect(added["isVerified"]?.bool == true && added["userId"]?.string == "sub")
        let registered = try service.result(added)
        #expect(registered.method == .passkey && registered.claims.idempotencyKey == "round")
        #expect(registered.emailDigest == nil)

        let started = service.startAction(TestService.poolID)
        let answer = try service.signIn(&passkey, .app(TestService.poolID), #"{"challengeId":"\#(started)"}"#)
        #expect(answer["isVerified"]?.bool == true && answer["username"]?.string == "me@here")
        #expect(answer["userDisplayName"]?.string == "Me" && answer["userId"]?.string == "sub")
        #expect(answer["userAuthenticatorId"]?.string == added["userAuthenticatorId"]?.string)
        let result = try service.result(answer)
        #expect(
            result.method == .passkey && result.claims.subject == "sub" && result.claims.actionCode == "cognitoAuth")
        #expect(result.claims.idempotencyKey != "round" && result.claims.username == "name-of-sub")
        #expect(result.emailDigest == nil)
    }

    @Test("A passkey whose stored key cannot be read proves nothing, and the operator is told")
    func unreadableKeyIsAFault() throws {
        let service = try TestService()
        var passkey = try service.storedPasskey(publicKey: [0])
        try expect(service.signIn(&passkey, .app(TestService.poolID)).status, equals: 503)
        #expect(service.reports == [.storageFailed(.unreadable("a passkey's key"))])
    }

    @Test("An app cannot choose the idempotency key of a user pool's action")
    func appCannotChooseActionKey() throws {
        let service = try TestService()
        var passkey = try service.registeredPasskey()
        let started = service.startAction(
            TestService.poolID, #"{"action":"cognitoAuth","idempotencyKey":"mine"}"#)
        let answer = try service.signIn(&passkey, .app(TestService.poolID), #"{"challengeId":"\#(started)"}"#)
        try expect(service.result(answer).claims.idempotencyKey) { $0 != "mine" }
    }

    @Test("With a challenge token, a passkey proves that token's round")
    func challengeTokenBindsProofToItsRound() throws {
        let service = try TestService()
        var passkey = try service.registeredPasskey()
        let token = try service.challengeToken("sub", email: "a@example.org", key: "second round")
        let options = service.authenticationOptions(.bearer(token))
        #expect(options["options"]?["allowCredentials"]?.elements.isEmpty == true)
        let answer = service.verify(try passkey.sign(options["options"]), options, .bearer(token))
        try expect(service.result(answer).claims.idempotencyKey, equals: "second round")
        #expect(answer["username"]?.string == "a@example.org")
    }

    @Test("In a user pool, a passkey proven without an action yields no token")
    func proofWithoutActionYieldsNoToken() throws {
        let service = try TestService()
        var passkey = try service.registeredPasskey()
        let answer = try service.signIn(&passkey, .app(TestService.poolID))
        #expect(answer["isVerified"]?.bool == true && answer["accessToken"] == nil)
    }

    @Test(
        "In a user pool, a passkey needs a proven address and the scope to add",
        arguments: [
            "challenge", "challenge, enrolled", "result, nothing enrolled", "passkey's result, nothing enrolled",
            "unknown user",
        ])
    func poolPasskeyNeedsProvenAddressAndScope(kind: String) throws {
        let service = try TestService()
        if kind == "challenge, enrolled" { _ = try service.signedUser() }
        let adding = "read:authenticators add:authenticators"
        let (token, status) =
            switch kind {
            case "unknown user": (try service.unknownUserToken(scope: adding), 403)
            case "result, nothing enrolled":
                (try service.resultToken("sub", email: "a@example.org", scope: adding), 401)
            case "passkey's result, nothing enrolled":
                (try service.resultToken("sub", email: nil, method: .passkey, scope: adding), 401)
            default: (try service.challengeToken("sub", email: "a@example.org"), 403)
            }
        #expect(service.registrationOptions(token).failure == Failure(status, "unauthorized"))
    }

    @Test("A client cannot declare that a registration needed nobody present")
    func clientCannotDeclareAbsence() throws {
        let service = try TestService()
        let token = try service.signedUser()
        var passkey = try UnrulyPasskey()
        passkey.isUserPresent = false
        let options = service.registrationOptions(token)
        let credential = try passkey.register(options["options"])
        let answer = service.call(
            "POST", "client/user-authenticators/passkey", as: .bearer(token),
            body: """
                {"challengeId":"\(options["challengeId"]?.string ?? "")","conditionalCreate":true,\
                "registrationCredential":\(credential)}
                """)
        #expect(answer.status == 200 && answer["isVerified"]?.bool == false && answer["accessToken"] == nil)
    }

    @Test("A ceremony issued as a creation without asking needs nobody, and proves nothing")
    func creationWithoutAskingProvesNothing() throws {
        let service = try TestService()
        let token = try service.signedUser()
        var passkey = try UnrulyPasskey()
        passkey.isUserPresent = false
        let options = service.registrationOptions(token, #"{"conditionalCreate":true}"#)
        #expect(options["options"]?["authenticatorSelection"]?["userVerification"]?.string == "preferred")
        let answer = service.add(try passkey.register(options["options"]), options, token)
        #expect(answer["isVerified"]?.bool == true && answer["accessToken"] == nil)
    }

    @Test("A challenge is valid once, for its ceremony, its user and its tenant")
    func challengeIsValidOnceForItsCeremonyUserAndTenant() throws {
        let service = try TestService()
        let token = try service.signedUser()
        var passkey = try UnrulyPasskey()
        let options = service.registrationOptions(token)
        let credential = try passkey.register(options["options"])
        let other = try service.signedUser("other", email: "b@example.org")
        let refused = Failure(400, "invalid_request")
        #expect(service.add(credential, options, other).failure == refused)
        // What failed has used nothing up.
        #expect(service.add(credential, options, token)["isVerified"]?.bool == true)
        var further = try UnrulyPasskey()
        let answer = try further.register(options["options"])
        #expect(service.add(answer, options, token).failure == refused)

        let asked = service.authenticationOptions(.app(TestService.poolID))
        let signed = try passkey.sign(asked["options"])
        let named = try TestService(poolID: "other", storage: service.storage)
        #expect(named.verify(signed, asked, .app("other")).failure == refused)
        // Issued without a user, it proves no user's round.
        #expect(service.verify(signed, asked, .bearer(token)).failure == refused)
        let second = service.authenticationOptions(.bearer(token))
        try expect(
            service.verify(passkey.sign(second["options"]), second, .app(TestService.poolID)).failure, equals: refused)
        let third = service.authenticationOptions(.app(TestService.poolID))
        let right = try passkey.sign(third["options"])
        #expect(service.verify(right, third, .app(TestService.poolID))["isVerified"]?.bool == true)
        let again = try passkey.sign(third["options"])
        #expect(service.verify(again, third, .app(TestService.poolID)).failure == refused)
    }

    @Test(
        "A name entered before signing in must be a name of the passkey's owner",
        // A Kelvin sign is canonically equivalent to a K.
        arguments: [
            ("Kim", true), ("Tim", false), ("\u{212A}im", false), ("A@EXAMPLE.org", true), ("b@example.org", false),
            ("sub", true), ("name-of-sub", true),
        ])
    func enteredNameMustMatchOwner(name: String, isRight: Bool) throws {
        let service = try TestService()
        var passkey = try UnrulyPasskey()
        _ = try service.register(&passkey, try service.signedUser(), #"{"username":"Kim"}"#)
        let answer = try service.signIn(&passkey, .app(TestService.poolID), #"{"username":"\#(name)"}"#)
        #expect(answer["isVerified"]?.bool == isRight)
    }

    @Test(
        "A sign count that does not increase is reported, and refused only where that is configured",
        arguments: SignCountPolicy.allCases)
    func signCountMayBeRefused(_ policy: SignCountPolicy) throws {
        let service = try TestService { $0.signCounts = policy }
        var passkey = try service.registeredPasskey()
        var clone = passkey
        try expect(service.signIn(&passkey, .app(TestService.poolID))["isVerified"]?.bool, equals: true)
        try expect(service.signIn(&clone, .app(TestService.poolID))["isVerified"]?.bool, equals: policy == .report)
        let report =
            policy == .report ? AuthenticatorReport.possibleClone : .passkeyRefused(RefusedPasskey(.signCountNotHigher))
        #expect(service.reports == [report])
        // The highest count counts, so the honest device goes on.
        try expect(service.signIn(&passkey, .app(TestService.poolID))["isVerified"]?.bool, equals: true)
    }

    @Test("The token says how a passkey was used")
    func tokenSaysHowPasskeyWasUsed() throws {
        let service = try TestService()
        var passkey = try UnrulyPasskey()
        let added = try service.result(service.register(&passkey, service.signedUser()))
        #expect(added.assurance.isUserVerified == true && added.assurance.aaguid != nil)
        let started = service.startAction(TestService.poolID)
        let answer = try service.signIn(&passkey, .app(TestService.poolID), #"{"challengeId":"\#(started)"}"#)
        try expect(service.result(answer).assurance, equals: added.assurance)
        try expect(
            service.result(service.proveEmail(service.challengeToken("sub", email: "a@example.org"), "a@example.org"))
                .assurance, equals: Assurance())
    }
}
