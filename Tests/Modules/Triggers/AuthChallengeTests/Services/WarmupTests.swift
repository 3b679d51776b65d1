import AWS
import AuthChallenge
internal import FunctionServices
import HTTP
import LambdaRuntime
import Testing
import TriggerTestSupport

@Suite("What a function does before its first event")
struct WarmupTests {
    enum Function: Sendable { case create, verify }

    private static let table = ["STATE_TABLE": "sign-in-state", "AWS_REGION": "eu-west-1"]
    private static let authsignal = ["AUTHSIGNAL_SECRET": SampleKeys.apiSecret]
    private static let signed = ["TOKEN_MODE": "signed", "TOKEN_SIGNING_KEY": SampleKeys.signingKey]
    private static let openAuthsignal = "GET https://api.authsignal.com/"
    private static let openTable = "GET https://dynamodb.eu-west-1.amazonaws.com/"
    private static let openMail = "GET https://email.eu-west-1.amazonaws.com/"

    private func start(
        _ function: Function, _ settings: [String: String], _ transport: ScriptedTransport, _ clock: TestClock,
        _ log: Log
    ) throws {
        let services = Services.test(
            settings, transport: transport,
            credentials: AWSCredentials { ["AWS_ACCESS_KEY_ID": "AKID", "AWS_SECRET_ACCESS_KEY": "secret"][$0] },
            clock: clock, preparesFirstEvent: true)
        switch function {
        case .create: _ = try CreateTrigger(services, log)
        case .verify: _ = try VerifyTrigger(services, log)
        }
    }

    @Test(
        "a connection is opened to what the events call, by nothing but harmless requests",
        arguments: [
            (.create, authsignal, [openAuthsignal]), (.verify, authsignal, [openAuthsignal]),
            (.verify, authsignal.merging(table) { $1 }, [openAuthsignal, openTable]),
            (.create, signed, []), (.verify, signed, []), (.create, signed.merging(table) { $1 }, []),
            (.verify, signed.merging(table) { $1 }, [openTable]),
            (.create, CodeDeployment.settings.merging(table) { $1 }, [openTable, openMail]),
            (.verify, CodeDeployment.settings.merging(table) { $1 }, [openTable]),
            (.create, IDTokenIssuer.settings, []),
            (.verify, IDTokenIssuer.settings, ["GET https://issuer.example/"]),
            (.verify, IDTokenIssuer.settings.merging(["OIDC_JWKS_URL": "https://keys.example/set"]) { $1 }, []),
        ] as [(Function, [String: String], [String])])
    func harmlessRequestsOpenConnections(
        function: Function, settings: [String: String], expected: [String]
    ) throws {
        let (clock, recorder) = (TestClock(), LogRecorder())
        let transport = ScriptedTransport(clock: clock)
        transport.service = { _ in HTTPResponse(status: 404, body: []) }
        try start(function, settings, transport, clock, recorder.log)
        #expect(transport.names == expected)
        for call in transport.calls {
            #expect(call.request.method == .get && call.request.body.isEmpty)
            #expect(call.header("Authorization") == nil)
        }
    }

    @Test("what is not ready within a second in all is logged, and left to the first event")
    func limitHoldsForEverything() throws {
        let (clock, recorder) = (TestClock(), LogRecorder())
        let transport = ScriptedTransport(clock: clock)
        transport.always(Self.openTable, .failure(.timedOut("silence")))
        transport.duration = 980
        try start(.create, CodeDeployment.settings.merging(Self.table) { $1 }, transport, clock, recorder.log)
        // Nothing is left for the second connection.
        #expect(transport.names == [Self.openTable])
        #expect(transport.calls.first?.request.timeout == 1_000)
        #expect(
            recorder.lines == [
                "WARN not ready before the first event: the connection to https://dynamodb.eu-west-1.amazonaws.com: "
                    + "timed out: silence",
                "WARN not ready before the first event: the connection to https://email.eu-west-1.amazonaws.com: "
                    + "timed out: no time left for the call",
            ])
    }

    @Test("it takes its time from that for reading the secrets, so that the first event keeps its own")
    func secretsAndConnectionsShareTheStart() throws {
        let (clock, recorder) = (TestClock(), LogRecorder())
        let transport = ScriptedTransport(clock: clock)
        transport.on(SecretTests.call, .ok(#"{"SecretString":"\#(SampleKeys.apiSecret)"}"#))
        transport.on(Self.openAuthsignal, .status(404, ""))
        transport.time = { $0 == SecretTests.call ? 2_000 : 1 }
        try start(.create, ["AUTHSIGNAL_SECRET_ARN": SecretTests.arn], transport, clock, recorder.log)
        #expect(transport.names == [SecretTests.call, Self.openAuthsignal])
        #expect(transport.calls.last?.request.timeout == 500)
    }
}
