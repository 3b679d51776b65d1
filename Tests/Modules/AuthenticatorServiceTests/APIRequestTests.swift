import AuthenticatorService
import JSON
import Primitives
import Testing
import WebAuthn

@Suite("Requests to the authenticator")
struct APIRequestTests {
    @Test(
        "A tenant is recognised in every form that the SDKs send",
        arguments: ["dGVuYW50Og", "dGVuYW50Og==", "dGVuYW50", "JTc0ZW5hbnQ="])
    func tenantIsReadInEverySDKForm(text: String) throws {
        let service = try TestService()
        let answer = service.authenticationOptions(.header("Basic \(text)"))
        #expect(answer.status == 200)
    }

    @Test(
        "A missing header and a malformed header are unauthorized",
        arguments: [nil, "Basic !", "Basic", "Digest dGVuYW50Og", "Basic dGVuYW50Og extra"])
    func missingOrBrokenCredentialsAreUnauthorized(header: String?) throws {
        let service = try TestService()
        let sender = header.map { TestService.Sender.header($0) } ?? .nobody
        #expect(service.authenticationOptions(sender).failure == Failure(401, "unauthorized"))
        #expect(service.call("GET", "users/u", as: sender).failure == Failure(401, "unauthorized"))
    }

    @Test("An app that names a tenant which is not served learns so, and not whether a user or a passkey exists")
    func unservedTenantIsNamed() throws {
        let service = try TestService()
        var passkey = try UnrulyPasskey()
        _ = try service.register(&passkey, try service.signedUser())
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
        #expect(service.verify(try passkey.sign(options["options"]), options, .app("other")).failure == wrong)
    }

    @Test(
        "An app whose SDK names another tenant than its token is refused before anything is done",
        arguments: [(TestService.poolID, nil), (TestService.tenantID, "wrong_tenant"), ("other", "wrong_tenant")])
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

    @Test("The server API accepts only the secret, followed by a colon")
    func serverAPIAcceptsOnlySecretWithColon() throws {
        let service = try TestService()
        #expect(
            service.call("GET", "users/u", as: .app(TestService.tenantID)).failure == Failure(401, "unauthorized")
        )
        let bare = "Basic \(Base64URL.encode(Array(TestService.secret.utf8)))"
        #expect(service.call("GET", "users/u", as: .header(bare)).failure == Failure(401, "unauthorized"))
        #expect(service.call("GET", "users/u", as: .server(TestService.secret)).status == 200)
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
        #expect(list(try service.challengeToken("s", email: "a@b.c", sealedWith: otherKey)) == invalid)
        #expect(list(try service.challengeToken("s", email: "a@b.c", pool: "other")) == invalid)
        let tenantSigned = try service.challengeToken("s", email: "a@b.c", sealedWith: Array(TestService.secret.utf8))
        #expect(list(tenantSigned) == invalid)
        let basic = service.call("GET", "client/user-authenticators", as: .app(TestService.tenantID))
        #expect(basic.failure == invalid)
        let (tracked, signed) = (service.track("u"), try service.challengeToken("s", email: "a@b.c"))
        service.clock.advance(by: 599)
        #expect(list(tracked) == nil)
        service.clock.advance(by: 1)
        #expect(list(tracked) == Failure(401, "expired_token"))
        #expect(list(signed) == nil)
        service.clock.advance(by: 60)
        #expect(list(signed) == Failure(401, "expired_token"))
    }

    @Test("Listing needs the read scope")
    func listingNeedsReadScope() throws {
        let service = try TestService()
        let token = service.track("u", #"{"scope":"add:authenticators"}"#)
        let answer = service.call("GET", "client/user-authenticators", as: .bearer(token))
        #expect(answer.failure == Failure(403, "unauthorized"))
    }

    @Test(
        "An unknown path is not found",
        arguments: [
            ("GET", "nothing"), ("PUT", "users/u"), ("GET", "users"), ("GET", "users/u/"), ("GET", "validate"),
            ("POST", "client"), ("GET", "client/challenge"), ("POST", "users/u/authenticators/x/y"),
            ("POST", "clients"),
        ])
    func unknownPathIsNotFound(method: String, path: String) throws {
        let service = try TestService()
        let answer = service.call(method, path)
        #expect(answer.description == #"404 {"message":"Not Found"}"#)
    }

    @Test(
        "A body that is not an object or has a malformed member is refused",
        arguments: ["[]", "{", #"{"a":1,"a":2}"#, #"{"username":1}"#, #"{"username":""}"#, #"{"idempotencyKey":""}"#])
    func malformedBodyIsRefused(body: String) throws {
        let service = try TestService()
        let answer = service.call(
            "POST", "users/u/actions/cognitoAuth", as: .server(TestService.secret), body: body)
        #expect(answer.failure == Failure(400, "invalid_request"))
    }

    @Test("Bodies, ids, names and actions have a maximum length")
    func lengthsAreLimited() throws {
        let service = try TestService()
        func status(_ path: String, _ body: String = "{}") -> Int {
            service.call("POST", path, as: .server(TestService.secret), body: body).status
        }
        let long = String(repeating: "x", count: 256)
        #expect(status("users/\(long)/actions/a", #"{"username":"\#(long)"}"#) == 200)
        #expect(status("users/\(long)x/actions/a") == 400)
        #expect(status("users/u/actions/a", #"{"username":"\#(long)x"}"#) == 400)
        #expect(status("users/u/actions/\(long.prefix(64))") == 200)
        #expect(status("users/u/actions/\(long.prefix(65))") == 400)
        #expect(status("users/u/actions/a%20b") == 400)
        #expect(status("users/u%zz/actions/a") == 400)
        #expect(status("users/u/actions/a", String(repeating: " ", count: 65_535) + "{}") == 413)
    }

    @Test("The files that associate apps with the domain list the configured apps")
    func wellKnownFilesListConfiguredApps() throws {
        let service = try TestService { settings in
            settings.appleAppIDs = ["TEAM.org.example.app"]
            settings.androidApps = [AndroidApp(packageName: "org.example", fingerprints: ["ab:CD"])]
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
        #expect(file("other") == #"404 {"message":"Not Found"}"#)
        for (method, status) in [("HEAD", 200), ("POST", 404), ("PUT", 404), ("get", 404)] {
            let answer = service.authenticator.answer(
                APIRequest(id: "well-known", method: method, target: "/.well-known/assetlinks.json"))
            #expect(answer.status == status, "\(method)")
        }
    }

    @Test(
        "A target without a slash at its start, or without a path after the version, is not found",
        arguments: ["", "*", "xv1/users/u", "v1/users/u", "/", "/v1", "/v2/users/u"])
    func targetHasAPath(target: String) throws {
        let service = try TestService()
        let headers = ["authorization": TestService.Sender.server(TestService.secret).header ?? ""]
        let request = APIRequest(id: "target", method: "GET", target: target, headers: headers)
        #expect(service.authenticator.answer(request).status == 404)
    }

    @Test("Invalid settings are refused")
    func invalidSettingsAreRefused() throws {
        func failure(_ change: (inout AuthenticatorSettings) -> Void) -> AuthenticatorSettingsError? {
            do throws(any Error) { _ = try TestService(change) } catch { return error as? AuthenticatorSettingsError }
            return nil
        }
        let tenant = Tenant.authsignal(id: "t", secret: TestService.secret)
        #expect(failure { $0.tenants = [] } == .tenants)
        #expect(failure { $0.tenants = [tenant, tenant] } == .tenants)
        #expect(
            failure {
                $0.tenants = [tenant, .signed(userPoolID: "p", key: Array(TestService.secret.utf8), previousKey: nil)]
            }
                == .tenants)
        // A client names its tenant by the id alone.
        let ofSameID = Tenant.signed(userPoolID: "t", key: TestService.key, previousKey: nil)
        #expect(failure { $0.tenants = [tenant, ofSameID] } == .tenants)
        #expect(
            failure { $0.tenants = [.authsignal(id: "t", secret: "short")] } == .secretTooShort(tenantID: "t"))
        #expect(failure { $0.tokenLifetime = 0 } == .notPositive)
        #expect(failure { _ in } == nil)
    }
}
