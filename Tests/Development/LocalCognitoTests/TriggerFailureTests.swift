import Foundation
import JSON
import LocalCognito
import RuntimeAPIHost
import SandboxTestSupport
import TestSupport
import Testing

@Suite("Failing triggers")
struct TriggerFailureTests {
    private let scripts: ScriptFolder

    init() throws { scripts = try ScriptFolder() }

    /// The error of a sign-in's start if this bootstrap runs as Define.
    private func error(
        bootstrap: String, environment: [String: String] = [:], timeLimit: Duration = .seconds(30)
    ) async throws -> PoolError {
        let function = FunctionInstance(
            name: "Define", bootstrap: bootstrap, environment: environment, timeLimit: timeLimit)
        let fixture = try await PoolFixture()
        await fixture.pool.use(
            TriggerFunctions(
                [
                    .defineAuthChallenge: function, .createAuthChallenge: fixture.create,
                    .verifyAuthChallengeResponse: fixture.verify,
                ], timeLimit: .seconds(30)))
        let error = try await fixture.client.error("InitiateAuth", fixture.start())
        await function.stop()
        return error
    }

    @Test("a crash is reported with the process's exit status")
    func crashShowsTheExitStatus() async throws {
        let error = try await error(bootstrap: scripts.script("exit 3"))
        #expect(error.code == .userLambdaValidation)
        let pattern =
            /DefineAuthChallenge failed with error (RequestId: [-0-9a-f]{36} Error: Runtime exited.*: exit status 3)\./
        #expect(error.message.wholeMatch(of: pattern) != nil, "\(error)")
    }

    @Test("the error for a function that cannot start shows the function's own message")
    func initErrorShowsTheMessage() async throws {
        let path = try ChildProcess.builtExecutable("DefineAuthChallenge").path
        let error = try await error(bootstrap: path, environment: ["MAX_ATTEMPTS": "none"])
        #expect(error.code == .userLambdaValidation)
        #expect(error.message.hasPrefix("DefineAuthChallenge failed with error "))
        #expect(error.message.contains("MAX_ATTEMPTS"))
        #expect(error.message.hasSuffix("."))
    }

    @Test("a function that hangs times out after three attempts, each in a new process")
    func hangTimesOutAfterThreeProcesses() async throws {
        let log = scripts.folder.appending(path: "starts")
        // Takes the event and never answers.
        let path = try scripts.script(
            """
            echo start >> \(log.path)
            exec bash -c 'exec 3<>/dev/tcp/${AWS_LAMBDA_RUNTIME_API/://}
            printf "GET /2018-06-01/runtime/invocation/next HTTP/1.1\\r\\nHost: host\\r\\n\\r\\n" >&3
            read -r line <&3
            exec sleep 30'
            """)
        let error = try await error(
            bootstrap: path, environment: ["PATH": "/usr/bin:/bin"], timeLimit: .milliseconds(300))
        #expect(
            error
                == PoolError(
                    .unexpectedLambda,
                    "DefineAuthChallenge invocation failed due to error Socket timeout while invoking Lambda function.")
        )
        try expect(String(contentsOf: log, encoding: .utf8), equals: "start\nstart\nstart\n")
    }

    @Test("a crash, a hang and a slow start can be injected, each for a number of events")
    func faultsCanBeInjected() async throws {
        let fixture = try await PoolFixture()
        let limit = Duration.milliseconds(100)
        let define = FaultyFunction(fixture.define, hangsFor: limit)
        await fixture.pool.use(
            TriggerFunctions([
                .defineAuthChallenge: define, .createAuthChallenge: fixture.create,
                .verifyAuthChallengeResponse: fixture.verify,
            ]))
        await define.inject(.crash, times: 1)
        try await fixture.expect("InitiateAuth", fixture.start(), fails: .userLambdaValidation)
        await define.inject(.hang, times: 3)
        let start = ContinuousClock.now
        try await fixture.expect("InitiateAuth", fixture.start(), fails: .unexpectedLambda)
        #expect(start.duration(to: .now) >= limit * 3)
        #expect(fixture.define.events.isEmpty)
        await define.inject(.hang, times: 1)
        _ = try await fixture.session()
        await define.inject(.slowStart(.milliseconds(20)), times: 1)
        _ = try await fixture.session()
        #expect(fixture.define.events.count == 2)
    }

    @Test("a missing bootstrap is reported as a wrong configuration")
    func missingBootstrapIsAConfigurationError() async throws {
        try await expect(
            error(bootstrap: "/nowhere"),
            equals: PoolError(.unexpectedLambda, "null invocation failed due to configuration."))
    }

    @Test("a function's own error is shown with a full stop, and spends the session")
    func functionErrorSpendsTheSession() async throws {
        let create = ClosureFunction { event in
            event["request"]?["session"]?.elements.isEmpty == true
                ? .reply(event.replying(PoolFixture.ask(event)))
                : .functionError(FunctionFailure(type: "Function.Failed", message: "No luck"))
        }
        let fixture = try await PoolFixture(create: create)
        let answer = fixture.answer("no", try await fixture.session())
        try await fixture.expect(
            "RespondToAuthChallenge", answer,
            fails: PoolError(.userLambdaValidation, "CreateAuthChallenge failed with error No luck."))
        try await expect(
            fixture.client.error("RespondToAuthChallenge", answer).message,
            equals: "Invalid session for the user, session can only be used once.")
    }

    @Test("a trigger is tried again after a timeout, with the same event, but not after an error")
    func onlyTimeoutsAreRetried() async throws {
        let define = ClosureFunction { _ in .timeout }
        let fixture = try await PoolFixture(define: define)
        try await fixture.expect("InitiateAuth", fixture.start(), fails: .unexpectedLambda)
        #expect(define.events.count == 3)
        #expect(define.events.first?.text == define.events.last?.text)
        let failing = ClosureFunction { _ in .functionError(FunctionFailure(type: "F.E", message: "m")) }
        let other = try await PoolFixture(define: failing)
        try await other.expect("InitiateAuth", other.start(), fails: .userLambdaValidation)
        #expect(failing.events.count == 1)
    }

    @Test("a pool without the triggers and a client without the flow have their own errors")
    func missingConfigurationIsReported() async throws {
        let fixture = try await PoolFixture()
        await fixture.pool.use(TriggerFunctions([.defineAuthChallenge: fixture.define]))
        try await fixture.expect(
            "InitiateAuth", fixture.start(),
            fails: .parameter("Custom auth lambda trigger is not configured for the user pool."))
        let other = try await PoolFixture({ $0.clients[0].flows = [.refreshTokenAuth] })
        try await other.expect(
            "InitiateAuth", other.start(), fails: .parameter("CUSTOM_AUTH is not enabled for the client."))
    }

    @Test("a reply that is not JSON and a reply without the event have different errors on the wire")
    func invalidRepliesHaveTheirErrors() async throws {
        for (reply, message) in [
            ("null", "Invalid lambda function output : Invalid JSON"), ("{}", "Unrecognizable lambda output"),
        ] {
            let define = ClosureFunction { _ in .reply(Array(reply.utf8)) }
            let fixture = try await PoolFixture(define: define)
            try await fixture.expect("InitiateAuth", fixture.start(), fails: PoolError(.invalidLambdaResponse, message))
        }
    }
}
