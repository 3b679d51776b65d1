import AWS
import Foundation
import FunctionServices
import HTTP
import HTTPS
import HTTPTestSupport
import LambdaRuntime
import Synchronization
import TLSRelay
import TestSupport
import Testing
import TriggerTestSupport

@Suite("Connections before the first event")
struct StartConnectionTests {
    // Each in a process of its own, because the environment belongs to all threads.

    @Test("the first call uses the connection that was opened before, by a request without credentials")
    func firstCallUsesTheConnection() async {
        await #expect(processExitsWith: .success) {
            let trusted = try TrustedServer()
            defer { trusted.end() }
            let services = try StartConnectionTests.services(StartConnectionTests.variables(trusted.relay.url))
            let log = LogRecorder()
            services.expectCalls(to: .dynamoDB, in: "eu-west-1")
            services.expectCalls(to: .dynamoDB, in: "eu-west-1")
            services.prepareFirstEvent(log.log)
            try expect(StartConnectionTests.call(services, trusted.relay.url), equals: 200)
            #expect(trusted.relay.connections == 1)
            let (opening, call) = (trusted.server.requests.first, trusted.server.requests.last)
            #expect(trusted.server.requests.count == 2)
            #expect(opening?.method == "GET" && opening?.target == "/" && opening?.body == [])
            #expect(opening?.header("Authorization") == nil && opening?.header("X-Amz-Security-Token") == nil)
            #expect(call?.method == "POST")
            #expect(log.lines == [])
        }
    }

    @Test("if the service has closed the connection meanwhile, the first call opens another one and is sent once")
    func closedConnectionIsReplaced() async {
        await #expect(processExitsWith: .success) {
            let trusted = try TrustedServer(answering: { .answer(afterwards: $0.number == 1 ? .close : .keepOpen) })
            defer { trusted.end() }
            let services = try StartConnectionTests.services(StartConnectionTests.variables(trusted.relay.url))
            services.expectCalls(to: .dynamoDB, in: "eu-west-1")
            services.prepareFirstEvent(LogRecorder().log)
            try expect(StartConnectionTests.call(services, trusted.relay.url), equals: 200)
            #expect(trusted.relay.connections == 2)
            #expect(trusted.server.requests.map(\.method) == ["GET", "POST"])
        }
    }

    @Test("a service that refuses the request has its connection ready all the same")
    func refusalIsEnough() async {
        await #expect(processExitsWith: .success) {
            let statuses = [403, 404, 405, 500]
            let trusted = try TrustedServer(answering: { request in
                .answer(request.method == "GET" ? statuses[request.connection - 1] : 200)
            })
            defer { trusted.end() }
            let log = LogRecorder()
            for count in 1...statuses.count {
                let services = try StartConnectionTests.services(StartConnectionTests.variables(trusted.relay.url))
                services.expectCalls(to: .email, in: "eu-west-1")
                services.prepareFirstEvent(log.log)
                try expect(StartConnectionTests.call(services, trusted.relay.url), equals: 200)
                #expect(trusted.relay.connections == count)
            }
            #expect(log.lines == [])
        }
    }

    @Test("a service that does not answer costs a second at most, is logged, and is called again by the first event")
    func silentServiceCostsASecond() async {
        await #expect(processExitsWith: .success) {
            let isSilent = Atomic(false)
            let trusted = try TrustedServer(beforeHandshake: { _ in
                waitUntil { !isSilent.load(ordering: .relaxed) }
            })
            defer { trusted.end() }
            // An ordinary call would wait three seconds. A busy machine can only make it longer.
            let duration = try attempt(until: { $0 < .seconds(2.5) }) {
                try StartConnectionTests.durationOfPreparation(trusted.relay.url, isSilent)
            }
            #expect(duration < .seconds(2.5))
            #expect(Set(trusted.server.requests.map(\.method)) == ["POST"])
        }
    }

    /// How long the preparation takes while the service is silent.
    private static func durationOfPreparation(_ url: String, _ isSilent: borrowing Atomic<Bool>) throws -> Duration {
        let services = try Services(environment(url))
        let log = LogRecorder()
        services.expectCalls(to: .dynamoDB, in: "eu-west-1")
        isSilent.store(true, ordering: .relaxed)
        let started = ContinuousClock.now
        services.prepareFirstEvent(log.log)
        let duration = ContinuousClock.now - started
        isSilent.store(false, ordering: .relaxed)
        #expect(log.lines.count == 1)
        let line = log.lines.first ?? ""
        #expect(line.contains("the connection to \(url): timed out"), "\(line)")
        try expect(call(services, url), equals: 200)
        return duration
    }

    @Test("a service that cannot be reached is logged and stops nothing")
    func unreachableServiceIsLogged() async {
        await #expect(processExitsWith: .success) {
            let port = try RefusingPort()
            let services = try Services(StartConnectionTests.environment("https://127.0.0.1:\(port.port)"))
            let log = LogRecorder()
            services.expectCalls(to: .dynamoDB, in: "eu-west-1")
            services.prepareFirstEvent(log.log)
            #expect(log.lines.count == 1)
            #expect(log.lines.first?.contains("cannot connect") == true, "\(log.lines)")
        }
    }

    @Test("a plain connection to this machine is not opened in advance")
    func plainConnectionIsNotOpened() async {
        await #expect(processExitsWith: .success) {
            let server = try ScriptedServer { _ in .answer() }
            let services = try Services(StartConnectionTests.environment("http://\(server.endpoint)"))
            services.expectCalls(to: .dynamoDB, in: "eu-west-1")
            services.prepareFirstEvent(LogRecorder().log)
            #expect(server.requests.isEmpty)
        }
    }

    @Test("several secrets are read over one connection, which also serves the first event")
    func secretsAreReadOverOneConnection() async {
        await #expect(processExitsWith: .success) {
            let trusted = try TrustedServer(answering: { _ in .answer(body: Array(#"{"SecretString":"a secret"}"#.utf8))
            })
            defer { trusted.end() }
            var environment = StartConnectionTests.variables(trusted.relay.url)
            for name in ["FIRST", "SECOND"] {
                environment[name + "_ARN"] = "arn:aws:secretsmanager:eu-west-1:123456789012:secret:\(name)"
            }
            let services = try StartConnectionTests.services(environment)
            let log = LogRecorder()
            try expect(services.requiredSecret("FIRST"), equals: "a secret")
            try expect(services.requiredSecret("SECOND"), equals: "a secret")
            services.expectCalls(to: .dynamoDB, in: "eu-west-1")
            services.prepareFirstEvent(log.log)
            #expect(trusted.server.requests.map(\.method) == ["POST", "POST", "GET"])
            #expect(trusted.relay.connections == 1)
        }
    }

    // MARK: -

    private static func variables(_ url: String) -> [String: String] {
        [
            "AWS_REGION": "eu-west-1", "AWS_ACCESS_KEY_ID": "AKIDEXAMPLE", "AWS_SECRET_ACCESS_KEY": "secret",
            "AWS_SESSION_TOKEN": "session", "AWS_ENDPOINT_URL": url,
        ]
    }

    private static func environment(_ url: String) -> Environment { Environment(variables(url)) }

    /// The services of a function with those variables. Their clock stands still and their calls get more time than
    /// they ask for, so that a busy machine makes nothing too late.
    private static func services(_ variables: [String: String]) throws -> Services {
        let environment = Environment(variables)
        let transport = PatientTransport(try CurlTransport.https())
        return Services(
            settings: Settings(environment), transport: transport,
            aws: AWSCredentials { environment[$0] }.map {
                AWSClient(transport: transport, credentials: $0) { environment[$0] }
            }, now: { 1_800_000_000_000 }, pause: { _ in }, random: { _ in nil }, preparesFirstEvent: true)
    }

    /// The status of a call as an event makes it.
    private static func call(_ services: Services, _ url: String) throws -> Int {
        let request = HTTPRequest(
            .post, url + "/", body: Array("{}".utf8), timeout: 60_000, connectTimeout: 60_000)
        return try services.transport.send(request).status
    }
}
