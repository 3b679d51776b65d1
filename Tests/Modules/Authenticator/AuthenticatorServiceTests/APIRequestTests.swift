import AuthenticatorService
import JOSE
import JSON
import Passkeys
import Primitives
import SignInTokens
import StandIns
import TestSupport
import Testing
import WebAuthn

@Suite("Requests to the authenticator")
struct APIRequestTests {
    @Test(
        "The pool is recognised in every form that the SDKs send",
        arguments: ["ZXUtd2VzdC0xX3Bvb2w6", "ZXUtd2VzdC0xX3Bvb2w", "JTY1dS13ZXN0LTFfcG9vbA=="])
    func tenantIsReadInEverySDKForm(text: String) throws {
        let service = try TestService()
        let answer = service.authenticationOptions(.header("Basic \(text)"))
        #expect(answer.status == 200)
    }

    @Test(
        "A missing header and a malformed header are unauthorized",
        arguments: [nil, "Basic JXp6", "Basic !", "Basic", "Digest dGVuYW50Og", "Basic dGVuYW50Og extra"])
    func missingOrBrokenCredentialsAreUnauthorized(header: String?) throws {
        let service = try TestService()
        let sender = header.map { TestService.Sender.header($0) } ?? .nobody
        #expect(service.authenticationOptions(sender).failure == Failure(401, "unauthorized"))
        #expect(
            service.call("GET", "client/user-authenticators/passkey", as: sender).failure
                == Failure(401, "unauthorized"))
    }

    @Test("An app that names a tenant which is not served learns so, and not whether a user or a passkey exists")
    func unservedTenantIsNamed() throws {
        let service = try TestService()
        var passkey = try service.registeredPasskey()
        let wrong = Failure(401, "wrong_tenant")
        let started = service.call("POST", "client/challenge", as: .app("other"), body: #"{"action":"cognitoAuth"}"#)
        #expect(started.failure == wrong && started.text.contains("tenant"))
        #expect(service.authenticationOptions(.app("other")).failure == wrong)
        let path = "client/user-authenticators/passkey?credentialId="
        for id in [passkey.idText, "AAAA"] {
            let answer = service.call("GET", path + id, as: .app("other"))
            #expect(answer.failure == wrong && answer.text == started.text)
        }
        let options = service.authenticationOptions(.app(TestService.poolID))
        try expect(service.verify(passkey.sign(options["options"]), options, .app("other")).failure, equals: wrong)
    }

    @Test(
        "An app whose SDK names another tenant than its token is refused before anything is done",
        arguments: [(TestService.poolID, nil), ("other", "wrong_tenant")])
    func tenantOfSDKMustBeThatOfToken(named: String, code: String?) throws {
        let service = try TestService()
        let token = try service.challengeToken("sub", email: "a@example.org")
        let answer = service.call(
            "POST", "client/user-authenticators/email-otp", as: .bearer(token), body: #"{"email":"a@example.org"}"#,
            headers: ["x-authsignal-tenant-id": named])
        #expect(answer.failure == code.map { Failure(401, $0) })
        #expect(service.mailBox.mails.count == (code == nil ? 1 : 0))
        let proof = service.call(
            "POST", "client/user-authenticators/passkey/authentication-options", as: .bearer(token), body: "{}",
            headers: ["x-authsignal-tenant-id": named])
        #expect(proof.failure == code.map { Failure(401, $0) })
    }

    @Test("A token that has expired, is not genuine or belongs to an unknown pool is refused")
    func expiredForgedOrForeignTokenIsRefused() throws {
        let service = try TestService()
        func list(_ token: String) -> Failure? {
            service.call("GET", "client/user-authenticators", as: .bearer(token)).failure
        }
        let invalid = Failure(401, "unauthorized")
        #expect(list("garbage") == invalid)
        let otherKey = Array("another signing key, long enough for HS256".utf8)
        try expect(list(service.challengeToken("s", email: "a@b.c", sealedWith: otherKey)), equals: invalid)
        try expect(list(service.challengeToken("s", email: "a@b.c", pool: "other")), equals: invalid)
        let basic = service.call("GET", "client/user-authenticators", as: .app(TestService.poolID))
        #expect(basic.failure == invalid)
        let signed = try service.challengeToken("s", email: "a@b.c")
        service.clock.advance(by: 600)
        #expect(list(signed) == nil)
        service.clock.advance(by: 60)
        #expect(list(signed) == Failure(401, "expired_token"))
    }

    @Test("Listing needs the read scope")
    func listingNeedsReadScope() throws {
        let service = try TestService()
        let token = try service.challengeToken("sub", email: nil, scope: "add:authenticators")
        let answer = service.call("GET", "client/user-authenticators", as: .bearer(token))
        #expect(answer.failure == Failure(403, "unauthorized"))
    }

    @Test(
        "An unknown path is not found",
        arguments: [
            ("GET", "/v1/nothing"), ("POST", "/v1/client"), ("POST", "/v1/clients"), ("GET", "/v1/client/challenge"),
            ("PUT", "/v1/client/challenge"), ("POST", "/v1/client/challenge/"), ("GET", "/v1/users/u"),
            ("POST", "/v1/validate"), ("POST", "/v1/users/u/actions/cognitoAuth"), ("GET", ""), ("GET", "*"),
            ("GET", "xv1/client/user-authenticators"), ("GET", "v1/client/user-authenticators"), ("GET", "/"),
            ("GET", "/v1"), ("GET", "/v2/client/user-authenticators"), ("GET", "/v1/clients/user-authenticators"),
        ])
    func unknownPathIsNotFound(method: String, target: String) throws {
        let headers = ["authorization": TestService.Sender.app(TestService.poolID).header ?? ""]
        let request = APIRequest(id: "target", method: method, target: target, headers: headers)
        let answer = Answer(try TestService().authenticator.answer(request))
        #expect(answer.description == #"404 {"message":"Not Found"}"#)
    }

    @Test("Bodies, keys and actions have a form and a maximum length")
    func bodiesHaveAForm() throws {
        let service = try TestService()
        func failure(_ body: String) -> Failure? { service.call("POST", "client/challenge", body: body).failure }
        func action(_ code: some StringProtocol, key: String = "key") -> Failure? {
            failure(#"{"action":"\#(code)","idempotencyKey":"\#(key)"}"#)
        }
        let (refused, long) = (Failure(400, "invalid_request"), String(repeating: "x", count: 256))
        for body in ["[]", "{", #"{"action":"a","action":"b"}"#, #"{"action":1}"#] { #expect(failure(body) == refused) }
        #expect(action("a", key: long) == nil)
        for key in ["", long + "x"] { #expect(action("a", key: key) == refused) }
        #expect(action(long.prefix(64)) == nil)
        for code in [String(long.prefix(65)), "a b", "ü", ""] { #expect(action(code) == refused) }
        #expect(failure(String(repeating: " ", count: 65_535) + "{}") == Failure(413, "invalid_request"))
        #expect(service.call("GET", "client/user-authenticators/passkey?credentialId=%zz").failure == refused)
    }

    @Test("The files that associate apps with the domain list the configured apps")
    func wellKnownFilesListConfiguredApps() throws {
        let service = try TestService { settings in
            settings.appleAppIDs = ["TEAM.org.example.app"]
            settings.androidApps = [AndroidApp(packageName: "org.example", fingerprints: ["ab:CD"])]
            settings.managePage = "https://example.org/account"
        }
        func file(_ name: String) -> String {
            Answer(
                service.authenticator.answer(
                    APIRequest(id: "well-known", method: "GET", target: "/.well-known/\(name)"))
            )
            .description
        }
        #expect(
            file("apple-app-site-association")
                == #"200 {"webcredentials":{"apps":["TEAM.org.example.app"]}}"#)
        #expect(
            file("assetlinks.json")
                == #"200 [{"relation":["delegate_permission/common.handle_all_urls","#
                + #""delegate_permission/common.get_login_creds"],"target":{"namespace":"android_app","#
                + #""package_name":"org.example","sha256_cert_fingerprints":["AB:CD"]}}]"#)
        #expect(file("passkey-endpoints") == #"200 {"manage":"https://example.org/account"}"#)
        #expect(file("other") == #"404 {"message":"Not Found"}"#)
        for (method, status) in [("HEAD", 200), ("POST", 404), ("PUT", 404), ("get", 404)] {
            let answer = service.authenticator.answer(
                APIRequest(id: "well-known", method: method, target: "/.well-known/assetlinks.json"))
            #expect(answer.status == status, "\(method)")
        }
    }

    @Test("A key of the pool that is too short is refused", arguments: [(31, 32), (32, 31)])
    func shortKeyIsRefused(key: Int, previousKey: Int) {
        #expect(throws: JOSEError.secretTooShort) {
            try ServedPool(
                id: "pool", key: [UInt8](repeating: 1, count: key),
                previousKey: [UInt8](repeating: 2, count: previousKey))
        }
    }

    @Test("A challenge that was not issued here starts nothing")
    func foreignChallengeStartsNothing() throws {
        let service = try TestService()
        for id in ["x", Base64URL.encode([UInt8](repeating: 1, count: 60))] {
            let answer = service.authenticationOptions(.app(TestService.poolID), #"{"challengeId":"\#(id)"}"#)
            #expect(answer.status == 400 && answer["options"] == nil)
        }
    }

    @Test("Only ids that a credential can have are looked up", arguments: [(1_023, 1), (1_024, 0)])
    func longIDIsNotLookedUp(length: Int, lookUps: Int) throws {
        let storage = InterruptedStorage(TableStandIn.authenticatorTables().authenticatorStorage())
        let service = try TestService(storage: storage)
        let id = Base64URL.encode([UInt8](repeating: 1, count: length))
        let answer = service.call("GET", "client/user-authenticators/passkey?credentialId=\(id)")
        #expect(answer.failure == Failure(404, "invalid_credential"))
        #expect(storage.lookUps == lookUps)
    }
}
