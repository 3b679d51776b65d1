import JSON
import LocalCognito
import Sandbox
import SandboxTestSupport
import TestSupport
import Testing

@Suite("Requested faults")
struct FaultTests {
    private static let email = "ana@example.test"

    /// Runs a body with a sandbox in which a user has signed up.
    private func run(_ body: (StackFixture) async throws -> Void) async throws {
        try await StackFixture.run { (fixture) async throws in
            try await fixture.signUp(Self.email)
            try await body(fixture)
        }
    }

    private func ask(_ fixture: StackFixture, _ body: String) async throws -> LoopbackClient.Answer {
        try await fixture.http.post("/sandbox/faults", body)
    }

    /// Why a sign-in does not start; nil if it does.
    private func failure(_ fixture: StackFixture) async throws -> PoolError? {
        let parameters = quoted(["USERNAME": Self.email])
        let answer = try await fixture.cognito.send(
            "InitiateAuth",
            #"{"AuthFlow":"CUSTOM_AUTH","ClientId":"\#(StackSettings.clientID)","AuthParameters":\#(parameters)}"#)
        guard answer.status != 200 else { return nil }
        let code = answer.json?["__type"]?.string.flatMap(PoolError.Code.init(rawValue:))
        return PoolError(try #require(code), answer.json?["message"]?.string ?? "")
    }

    @Test("a crash fails the call, and the next event succeeds")
    func crashFailsOneCall() async throws {
        try await run { (fixture) async throws in
            try await expect(ask(fixture, #"{"function":"CreateAuthChallenge","fault":"crash"}"#).status, equals: 200)
            let error = try #require(try await failure(fixture))
            #expect(error.code == .userLambdaValidation)
            #expect(error.message.hasPrefix("CreateAuthChallenge failed with error RequestId: "))
            #expect(error.message.hasSuffix(" Error: Runtime exited with error: exit status 1."))
            try await expect(failure(fixture), equals: nil)
        }
    }

    @Test("every function can fail once, and is then called again", arguments: [false, true])
    func everyFunctionFailsOnce(hangs: Bool) async throws {
        let change: (inout StackSettings) -> Void = {
            if hangs { $0.timeLimit = .milliseconds(300) }
            $0.flow = .passwordThenResultToken
        }
        try await StackFixture.run(change) { (fixture) async throws in
            let names = [
                "DefineAuthChallenge", "CreateAuthChallenge", "VerifyAuthChallenge", "PreSignUp", "PreTokenGeneration",
                "AddAuthenticator", "Authenticator",
            ]
            for name in names {
                let fault = hangs ? "hang" : "crash"
                try await expect(ask(fixture, #"{"function":"\#(name)","fault":"\#(fault)"}"#).status, equals: 200)
            }
            for (path, status) in [("/add-authenticator", 401), ("/v1/client/challenge", 401)] {
                try await expect(fixture.http.post(path, "{}").status, equals: 502, "\(path)")
                try await expect(fixture.http.post(path, "{}").status, equals: status, "\(path)")
            }
        }
    }

    @Test("a call that hangs is waited for three times, as long as the setting says, and then fails")
    func hangIsWaitedFor() async throws {
        try await StackFixture.run({ try? $0.setPool("triggerSeconds", to: "1") }) { (fixture) async throws in
            _ = try await ask(fixture, #"{"function":"DefineAuthChallenge","fault":"hang","times":3}"#)
            let start = ContinuousClock.now
            try await expect(
                failure(fixture),
                equals: PoolError(
                    .unexpectedLambda,
                    "DefineAuthChallenge invocation failed due to error Socket timeout while invoking Lambda "
                        + "function."))
            #expect(start.duration(to: .now) >= .seconds(3))
        }
    }

    @Test("a start times out if it takes too long, and otherwise succeeds")
    func slowStartTimesOut() async throws {
        // A second is short for a busy machine, and too long for a limit that is shorter.
        for (limit, code) in [(Duration.seconds(30), nil), (.milliseconds(200), PoolError.Code.unexpectedLambda)] {
            try await StackFixture.run({ $0.timeLimit = limit }) { (fixture) async throws in
                let body = #"{"function":"DefineAuthChallenge","fault":"slowStart","seconds":1,"times":3}"#
                try await expect(ask(fixture, body).status, equals: 200)
                try await expect(failure(fixture)?.code, equals: code)
            }
        }
    }

    private static let invalid = [
        ("[]", "faults: must be a JSON object"),
        (
            #"{"function":"Create","fault":"hang"}"#,
            "function: must be one of DefineAuthChallenge, CreateAuthChallenge, VerifyAuthChallenge, PreSignUp, "
                + "PreTokenGeneration, AddAuthenticator, Authenticator"
        ),
        (
            #"{"function":"PreTokenGeneration","fault":"hang"}"#,
            "function: PreTokenGeneration has no part in the present flow and token mode"
        ),
        (#"{"function":"PreSignUp","fault":"burn"}"#, "fault: must be one of crash, hang, slowStart"),
        (#"{"function":"PreSignUp","fault":"hang","times":0}"#, "times: must be a whole number from 1 to 100"),
        (#"{"function":"PreSignUp","fault":"slowStart","seconds":61}"#, "seconds: must be a whole number from 0 to 60"),
    ]

    @Test("a request that is not valid is refused with the reason")
    func refusesInvalidRequest() async throws {
        try await StackFixture.run { (fixture) async throws in
            for (body, words) in Self.invalid {
                let answer = try await ask(fixture, body)
                #expect(answer.status == 400)
                #expect(answer.json?["error"]?.string == words)
            }
        }
    }
}
