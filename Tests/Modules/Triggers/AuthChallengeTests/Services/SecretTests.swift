import AuthChallenge
import HTTP
import LambdaRuntime
import Primitives
import TestSupport
import Testing
import TriggerTestSupport

@Suite("Secrets by reference")
struct SecretTests {
    static let arn = "arn:aws:secretsmanager:eu-central-1:123456789012:secret:signing-AbCdEf"
    static let call = "POST https://secretsmanager.eu-central-1.amazonaws.com/"

    @Test("a signing key is read at start, and not for an ordinary event")
    func signingKeyIsReadOnceAtStart() throws {
        let answer = #"{"Name":"signing","SecretString":"\#(SampleKeys.signingKey)"}"#
        // Once for each of the two triggers.
        let deployment = try TestDeployment(["TOKEN_MODE": "signed"], ["TOKEN_SIGNING_KEY_ARN": Self.arn]) {
            transport in
            transport.on(Self.call, .ok(answer), .ok(answer))
        }
        #expect(deployment.transport.names == [Self.call, Self.call])
        #expect(deployment.transport.calls.first?.body == #"{"SecretId":"\#(Self.arn)"}"#)
        #expect(deployment.transport.calls.first?.header("X-Amz-Target") == "secretsmanager.GetSecretValue")
        #expect(deployment.transport.calls.first?.signedFor == "eu-central-1 secretsmanager")
        let challenge = try deployment.create()
        try expect(deployment.verify(challenge, ProofAnswer(challenge, .passkey).text()), equals: "right PASSKEY")
        #expect(deployment.transport.calls.count == 2)
    }

    @Test(
        "a secret that cannot be read is a fault of the variable that names it",
        arguments: [
            (
                .status(400, #"{"__type":"com.amazonaws#ResourceNotFoundException"}"#),
                "refused with status 400, ResourceNotFoundException"
            ),
            (.ok(#"{"SecretBinary":"AAAA"}"#), "an unreadable answer"),
            (.ok(#"{"SecretString":""}"#), "an unreadable answer"),
        ] as [(ScriptedTransport.Answer, String)])
    func unreadableSecretIsAConfigurationFault(_ answer: ScriptedTransport.Answer, _ cause: String) {
        let problem = "names a secret that cannot be read: \(cause)"
        let error = #expect(throws: FunctionError.configuration("TOKEN_SIGNING_KEY_ARN", problem)) {
            try TestDeployment(["TOKEN_MODE": "signed"], ["TOKEN_SIGNING_KEY_ARN": Self.arn]) {
                $0.on(Self.call, answer)
            }
        }
        // Cognito shows the message to whoever is signing in.
        #expect(error?.message == "TOKEN_SIGNING_KEY_ARN is not set correctly")
        #expect(error?.detail == "TOKEN_SIGNING_KEY_ARN \(problem)")
    }

    @Test(
        "an outage at start is not a fault of the configuration",
        arguments: [
            (.failure(.timedOut("slow")), "timed out: slow"),
            (
                .status(400, #"{"__type":"com.amazonaws#ThrottlingException"}"#),
                "refused with status 400, ThrottlingException"
            ),
            (.status(429, "{}"), "refused with status 429, no error type"),
            (
                .status(500, #"{"__type":"InternalServiceErrorException"}"#),
                "refused with status 500, InternalServiceErrorException"
            ), (.status(503, "down"), "refused with status 503, no error type"),
        ] as [(ScriptedTransport.Answer, String)])
    func outageAtStartIsNoConfigurationFault(_ answer: ScriptedTransport.Answer, _ cause: String) {
        let detail = "TOKEN_SIGNING_KEY_ARN names a secret that cannot be read: \(cause)"
        #expect(
            throws: FunctionError(.unavailable, message: "TOKEN_SIGNING_KEY_ARN cannot be read now", detail: detail)
        ) {
            try TestDeployment(["TOKEN_MODE": "signed"], ["TOKEN_SIGNING_KEY_ARN": Self.arn]) { transport in
                transport.on(Self.call, answer)
            }
        }
    }

    @Test("reading secrets takes time from the first event, and from no other")
    func readingSecretsTakesTimeFromTheFirstEvent() throws {
        let answer = #"{"SecretString":"\#(SampleKeys.apiSecret)"}"#
        let deployment = try TestDeployment([:], ["AUTHSIGNAL_SECRET_ARN": Self.arn, "FIRST_ENROLMENT": "client"]) {
            transport in
            transport.duration = 1_000
            transport.on(Self.call, .ok(answer), .ok(answer))
        }
        #expect(deployment.transport.calls.map(\.request.timeout) == [2_500, 1_500])
        deployment.transport.forget()
        deployment.transport.duration = 0
        deployment.transport.always(API.track, API.tracked("ALLOW", isEnrolled: false, methods: []))
        for _ in 0..<2 { _ = try deployment.create() }
        #expect(deployment.transport.calls.map(\.request.timeout) == [2_600, 3_000])
    }

    @Test("a process that was started in advance has all its time for the first event")
    func processStartedInAdvanceHasAllItsTime() throws {
        let deployment = try TestDeployment.authsignal(["FIRST_ENROLMENT": "client"])
        deployment.transport.always(API.track, API.tracked("ALLOW", isEnrolled: false, methods: []))
        deployment.clock.advance(milliseconds: 4_500)
        _ = try deployment.create()
        #expect(deployment.transport.calls.map(\.request.timeout) == [3_000])
    }

    @Test("white space around a secret is refused wherever it comes from", arguments: [" ", "\n", "\t"])
    func whiteSpaceAroundASecretIsRefused(_ space: String) {
        let problem = "begins or ends with white space"
        for secret in [SampleKeys.signingKey + space, space + SampleKeys.signingKey] {
            #expect(throws: FunctionError.configuration("TOKEN_SIGNING_KEY", problem)) {
                try TestDeployment(["TOKEN_MODE": "signed"], ["TOKEN_SIGNING_KEY": secret])
            }
            #expect(throws: FunctionError.configuration("AUTHSIGNAL_SECRET", problem)) {
                try TestDeployment([:], ["AUTHSIGNAL_SECRET": secret])
            }
        }
        let answer = #"{"SecretString":"\#(SampleKeys.signingKey)\n"}"#
        #expect(throws: FunctionError.configuration("TOKEN_SIGNING_KEY_ARN", problem)) {
            try TestDeployment(["TOKEN_MODE": "signed"], ["TOKEN_SIGNING_KEY_ARN": Self.arn]) {
                $0.on(Self.call, .ok(answer))
            }
        }
    }
}
