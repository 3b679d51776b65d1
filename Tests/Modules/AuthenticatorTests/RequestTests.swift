import Authenticator
import JSON
import Primitives
import Testing
import WebAuthn

@Suite("Requests")
struct RequestTests {
    @Test(
        "A tenant is named in every form the SDKs have",
        arguments: ["dGVuYW50Og", "dGVuYW50Og==", "dGVuYW50", "JTc0ZW5hbnQ="])
    func basic(text: String) async throws {
        let world = try World()
        let answer = await world.authenticationOptions(.field("Basic \(text)"))
        #expect(answer.status == 200)
    }

    @Test(
        "Nobody, an unknown tenant and a broken field are unauthorized",
        arguments: [nil, "Basic b3RoZXI6", "Basic !", "Basic", "Digest dGVuYW50Og", "Basic dGVuYW50Og extra"])
    func unauthorized(field: String?) async throws {
        let world = try World()
        let sender = field.map { World.Sender.field($0) } ?? .nobody
        #expect(await world.authenticationOptions(sender).failure == Failure(401, "unauthorized"))
        #expect(await world.call("GET", "users/u", sender).failure == Failure(401, "unauthorized"))
    }

    @Test("The server API takes the secret alone, with its colon")
    func serverSecret() async throws {
        let world = try World()
        #expect(await world.call("GET", "users/u", .app(World.tenantID)).failure == Failure(401, "unauthorized"))
        let bare = "Basic \(Base64URL.encode(Array(World.secret.utf8)))"
        #expect(await world.call("GET", "users/u", .field(bare)).failure == Failure(401, "unauthorized"))
        #expect(await world.call("GET", "users/u", .server(World.secret)).status == 200)
    }

    @Test("A token that has ended, is not genuine or is of an unknown pool is refused")
    func tokens() async throws {
        let world = try World()
        func list(_ token: String) async -> Failure? {
            await world.call("GET", "client/user-authenticators", .bearer(token)).failure
        }
        let invalid = Failure(401, "unauthorized")
        #expect(await list("garbage") == invalid)
        let otherKey = Array("another signing key, long enough for HS256".utf8)
        #expect(await list(try world.challengeToken("s", email: "a@b.c", signedWith: otherKey)) == invalid)
        #expect(await list(try world.challengeToken("s", email: "a@b.c", pool: "other")) == invalid)
        let tenantSigned = try world.challengeToken("s", email: "a@b.c", signedWith: Array(World.secret.utf8))
        #expect(await list(tenantSigned) == invalid)
        let basic = await world.call("GET", "client/user-authenticators", .app(World.tenantID))
        #expect(basic.failure == invalid)
        let (tracked, signed) = (await world.track("u"), try world.challengeToken("s", email: "a@b.c"))
        world.clock.advance(by: 599)
        #expect(await list(tracked) == nil)
        world.clock.advance(by: 1)
        #expect(await list(tracked) == Failure(401, "expired_token"))
        #expect(await list(signed) == nil)
        world.clock.advance(by: 60)
        #expect(await list(signed) == Failure(401, "expired_token"))
    }

    @Test("Listing takes the scope for it")
    func readScope() async throws {
        let world = try World()
        let token = await world.track("u", #"{"scope":"add:authenticators"}"#)
        let answer = await world.call("GET", "client/user-authenticators", .bearer(token))
        #expect(answer.failure == Failure(403, "unauthorized"))
    }

    @Test(
        "Paths that there are not",
        arguments: [
            ("GET", "nothing"), ("PUT", "users/u"), ("GET", "users"), ("GET", "users/u/"), ("GET", "validate"),
            ("POST", "client"), ("GET", "client/challenge"), ("POST", "users/u/authenticators/x/y"),
            ("POST", "clients"),
        ])
    func noPath(method: String, path: String) async throws {
        let world = try World()
        let answer = await world.call(method, path)
        #expect(answer.description == #"404 {"message":"Not Found"}"#)
    }

    @Test(
        "Bodies that are no objects, and members of a wrong form, are refused",
        arguments: ["[]", "{", #"{"a":1,"a":2}"#, #"{"username":1}"#, #"{"username":""}"#, #"{"idempotencyKey":""}"#])
    func bodies(body: String) async throws {
        let world = try World()
        let answer = await world.call("POST", "users/u/actions/cognitoAuth", .server(World.secret), body)
        #expect(answer.failure == Failure(400, "invalid_request"))
    }

    @Test("Bodies, ids, names and actions have a greatest length")
    func lengths() async throws {
        let world = try World()
        func status(_ path: String, _ body: String = "{}") async -> Int {
            await world.call("POST", path, .server(World.secret), body).status
        }
        let long = String(repeating: "x", count: 256)
        #expect(await status("users/\(long)/actions/a", #"{"username":"\#(long)"}"#) == 200)
        #expect(await status("users/\(long)x/actions/a") == 400)
        #expect(await status("users/u/actions/a", #"{"username":"\#(long)x"}"#) == 400)
        #expect(await status("users/u/actions/\(long.prefix(64))") == 200)
        #expect(await status("users/u/actions/\(long.prefix(65))") == 400)
        #expect(await status("users/u/actions/a%20b") == 400)
        #expect(await status("users/u%zz/actions/a") == 400)
        #expect(await status("users/u/actions/a", String(repeating: " ", count: 65_535) + "{}") == 413)
    }

    @Test("The files that tie apps to the domain hold the apps of the settings")
    func wellKnown() async throws {
        let world = try World { settings in
            settings.appleAppIDs = ["TEAM.org.example.app"]
            settings.androidApps = [AndroidApp(packageName: "org.example", fingerprints: ["ab:CD"])]
        }
        func file(_ name: String) async -> String {
            Answer(await world.service.answer(APIRequest(method: "GET", target: "/.well-known/\(name)"))).description
        }
        #expect(
            await file("apple-app-site-association")
                == #"200 {"webcredentials":{"apps":["TEAM.org.example.app"]}}"#)
        #expect(
            await file("assetlinks.json")
                == #"200 [{"relation":["delegate_permission/common.handle_all_urls","#
                + #""delegate_permission/common.get_login_creds"],"target":{"namespace":"android_app","#
                + #""package_name":"org.example","sha256_cert_fingerprints":["AB:CD"]}}]"#)
        #expect(await file("other") == #"404 {"message":"Not Found"}"#)
    }

    @Test("Settings that cannot hold are refused")
    func settings() throws {
        func failure(_ change: (inout AuthenticatorSettings) -> Void) -> AuthenticatorSettingsError? {
            do throws(any Error) { _ = try World(change) } catch { return error as? AuthenticatorSettingsError }
            return nil
        }
        let tenant = Tenant.authsignal(id: "t", secret: World.secret)
        #expect(failure { $0.tenants = [] } == .tenants)
        #expect(failure { $0.tenants = [tenant, tenant] } == .tenants)
        #expect(
            failure {
                $0.tenants = [tenant, .signed(userPoolID: "p", key: Array(World.secret.utf8), previousKey: nil)]
            }
                == .tenants)
        #expect(
            failure { $0.tenants = [.authsignal(id: "t", secret: "short")] } == .secretTooShort(tenantID: "t"))
        #expect(failure { $0.capacity = 0 } == .notPositive)
        #expect(failure { $0.codes.lifetime = 0 } == .notPositive)
        #expect(failure { _ in } == nil)
    }
}
