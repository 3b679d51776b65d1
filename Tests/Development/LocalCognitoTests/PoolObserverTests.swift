import JSON
import LocalCognito
import RuntimeAPIHost
import SandboxTestSupport
import Synchronization
import TestSupport
import Testing

/// Keeps the events that it observes.
final class RecordingObserver: PoolObserver {
    private let state = Mutex<[PoolEvent]>([])

    var events: [PoolEvent] { state.withLock { $0 } }

    func observe(_ event: PoolEvent) { state.withLock { $0.append(event) } }

    /// One line for each event.
    var lines: [String] {
        events.map { event in
            switch event {
            case .call(let call):
                switch call.outcome {
                case .success: "\(call.operation) answered"
                case .failure(let error): "\(call.operation) \(error.code.rawValue)"
                }
            case .trigger(let call):
                switch call.result {
                case .reply: "\(call.trigger.rawValue) replied"
                case .timeout: "\(call.trigger.rawValue) \(call.attempt) timed out"
                case .some: "\(call.trigger.rawValue) failed"
                case nil: "\(call.trigger.rawValue) not called"
                }
            }
        }
    }
}

@Suite("Events that an observer of a pool sees")
struct PoolObserverTests {
    @Test("each trigger is observed before the call that led to it, with the bytes that were sent")
    func triggersAndCallsAreObserved() async throws {
        let observer = RecordingObserver()
        let fixture = try await PoolFixture(observer: observer)
        let start = fixture.start()
        let session = try await fixture.call("InitiateAuth", start)["Session"]?.string
        _ = try await fixture.call("RespondToAuthChallenge", fixture.answer("open sesame", session))
        #expect(
            observer.lines == [
                "DefineAuthChallenge replied", "CreateAuthChallenge replied", "InitiateAuth answered",
                "VerifyAuthChallengeResponse replied", "DefineAuthChallenge replied",
                "RespondToAuthChallenge answered",
            ])
        guard case .trigger(let define) = observer.events[0], case .call(let call) = observer.events[2] else {
            Issue.record("the events have other kinds")
            return
        }
        try expect(JSONValue(parsing: define.event).text, equals: fixture.define.events[0].text)
        #expect(call.request == Array(start.utf8))
        try expect(JSONValue(parsing: call.outcome.get())["Session"]?.string, equals: session)
        #expect(define.duration <= call.duration)
        #expect(fixture.define.requestIDs.first == define.requestID)
    }

    @Test("errors, unknown operations and every attempt to call a trigger that times out are observed")
    func failuresAreObserved() async throws {
        let observer = RecordingObserver()
        let fixture = try await PoolFixture(observer: observer, define: ClosureFunction { _ in .timeout })
        _ = try await fixture.client.error("InitiateAuth", fixture.start())
        _ = try await fixture.client.error("CreateGroup", "{}")
        #expect(
            observer.lines == [
                "DefineAuthChallenge 1 timed out", "DefineAuthChallenge 2 timed out",
                "DefineAuthChallenge 3 timed out", "InitiateAuth UnexpectedLambdaException",
                "CreateGroup UnknownOperationException",
            ])
    }
}

@Suite("A pool behind another server, called by a web page")
struct PoolMountTests {
    @Test("the pool's documents and tokens name the address that it is mounted at")
    func documentsNameTheMountedAddress() async throws {
        let fixture = try await PoolFixture()
        await fixture.pool.mount(at: "http://localhost:8377")
        let issuer = "http://localhost:8377/\(fixture.pool.settings.id)"
        let configuration = try await fixture.client.http.get(
            "/\(fixture.pool.settings.id)/.well-known/openid-configuration")
        #expect(configuration.json?["issuer"]?.string == issuer)
        #expect(configuration.json?["jwks_uri"]?.string == issuer + "/.well-known/jwks.json")
        let access = try await fixture.accessToken()
        await expect(fixture.pool.issuerURL, equals: issuer)
        try await fixture.call("GetUser", Body.own(access))
    }

    @Test("a page of any origin may send requests", arguments: ["/", "/eu-west-1_Sandbox01/.well-known/jwks.json"])
    func preflightAllowsEveryOrigin(path: String) async throws {
        let fixture = try await PoolFixture()
        let answer = try await fixture.client.http.options(path)
        #expect(answer.status == 200)
        #expect(answer.headers["access-control-allow-origin"] == "*")
        let allowed = answer.headers["access-control-allow-headers"]?.lowercased().split(separator: ", ") ?? []
        for header in ["authorization", "content-type", "x-amz-target", "x-amz-user-agent", "amz-sdk-request"] {
            #expect(allowed.contains(Substring(header)))
        }
    }

    @Test("a page may read answers, errors and documents; there are no other paths")
    func answersAreReadableForEveryOrigin() async throws {
        let fixture = try await PoolFixture()
        let good = try await fixture.client.send("InitiateAuth", fixture.start())
        let bad = try await fixture.client.send("InitiateAuth", "{}")
        let keys = try await fixture.client.http.get("/\(fixture.pool.settings.id)/.well-known/jwks.json")
        #expect([good.status, bad.status, keys.status] == [200, 400, 200])
        for answer in [good, bad, keys] { #expect(answer.headers["access-control-allow-origin"] == "*") }
        let http = fixture.client.http
        let other = try await http.options("/other")
        #expect(other.status == 404)
        #expect(other.headers["access-control-allow-origin"] == nil)
        try await expect(http.get("/").status, equals: 404)
        try await expect(http.post("/other", "{}").status, equals: 404)
        try await expect(http.get("/eu-west-1_Other/.well-known/jwks.json").status, equals: 404)
    }
}
