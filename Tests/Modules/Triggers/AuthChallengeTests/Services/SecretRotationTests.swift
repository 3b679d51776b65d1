import HTTP
import LambdaRuntime
import Primitives
import TestSupport
import Testing
import TriggerTestSupport

@Suite("Secrets that are replaced while the functions run")
struct SecretRotationTests {
    private static let call = SecretTests.call
    private static let missing = ScriptedTransport.Answer.status(400, #"{"__type":"ResourceNotFoundException"}"#)

    private static func secret(_ text: String) -> ScriptedTransport.Answer { .ok(#"{"SecretString":"\#(text)"}"#) }

    /// Create and Verify in `signed` mode, whose key is in Secrets Manager. The calls of their starts are forgotten.
    private static func signed(_ key: String = SampleKeys.signingKey) throws -> TestDeployment {
        let deployment = try TestDeployment(
            ["TOKEN_MODE": "signed"], ["TOKEN_SIGNING_KEY_ARN": SecretTests.arn]
        ) { $0.on(call, secret(key), secret(key)) }
        deployment.transport.forget()
        return deployment
    }

    /// Create and Verify in `authsignal` mode likewise.
    private static func authsignal() throws -> TestDeployment {
        let deployment = try TestDeployment(
            [:], ["AUTHSIGNAL_SECRET_ARN": SecretTests.arn, "FIRST_ENROLMENT": "client"]
        ) { $0.on(call, secret(SampleKeys.apiSecret), secret(SampleKeys.apiSecret)) }
        deployment.transport.forget()
        return deployment
    }

    /// The answer of an authenticator that has one key, to a challenge that may be sealed with another.
    private static func token(
        _ challenge: CreatedChallenge, _ key: String, sealedWith sealingKey: String = SampleKeys.signingKey
    ) throws -> String {
        try ProofAnswer(challenge, .passkey, key: sealingKey).with(\.key, key).text()
    }

    private static func opens(_ challenge: CreatedChallenge, _ key: String) -> Bool {
        (try? challenge.claims(sealedWith: key)) != nil
    }

    private static func bodies(_ deployment: TestDeployment) -> [String] {
        deployment.transport.calls.filter { $0.name == call }.map(\.body)
    }

    private static let current = #"{"SecretId":"\#(SecretTests.arn)"}"#
    private static let previous = #"{"SecretId":"\#(SecretTests.arn)","VersionStage":"AWSPREVIOUS"}"#

    @Test("a token of the secret's previous version is verified by it, and the version is read only then")
    func previousVersionVerifies() throws {
        let deployment = try Self.signed()
        let challenge = try deployment.create()
        let token = try Self.token(challenge, SampleKeys.previousKey)
        #expect(Self.bodies(deployment) == [])
        deployment.transport.on(Self.call, Self.secret(SampleKeys.signingKey), Self.secret(SampleKeys.previousKey))
        try expect(deployment.verify(challenge, token), equals: "right PASSKEY")
        #expect(Self.bodies(deployment) == [Self.current, Self.previous])
        try expect(deployment.verify(challenge, token), equals: "right PASSKEY")
        #expect(Self.bodies(deployment).count == 2)
        #expect(deployment.recorder.lines.filter { $0.hasPrefix("WARN a secret") } == [])
    }

    @Test("a previous version that has lost its label verifies nothing once five minutes have passed")
    func versionWithoutLabelIsForgotten() throws {
        let deployment = try Self.signed()
        deployment.transport.on(Self.call, Self.secret(SampleKeys.signingKey), Self.secret(SampleKeys.previousKey))
        let known = try deployment.create()
        try expect(deployment.verify(known, Self.token(known, SampleKeys.previousKey)), equals: "right PASSKEY")
        deployment.clock.advance(seconds: 300)
        // Create reads the key again first.
        deployment.transport.on(
            Self.call, Self.secret(SampleKeys.signingKey), Self.secret(SampleKeys.signingKey), Self.missing)
        let challenge = try deployment.create()
        try expect(deployment.verify(challenge, Self.token(challenge, SampleKeys.previousKey)), equals: "invalid_token")
        try expect(deployment.verify(challenge, Self.token(challenge, SampleKeys.signingKey)), equals: "right PASSKEY")
    }

    @Test("a token of a newer key is verified as soon as it comes")
    func newerKeyVerifies() throws {
        let deployment = try Self.signed(SampleKeys.previousKey)
        let challenge = try deployment.create()
        let token = try Self.token(challenge, SampleKeys.signingKey, sealedWith: SampleKeys.previousKey)
        deployment.transport.on(Self.call, Self.secret(SampleKeys.signingKey), Self.secret(SampleKeys.previousKey))
        try expect(deployment.verify(challenge, token), equals: "right PASSKEY")
        // The key that was current before stays good.
        let older = try Self.token(challenge, SampleKeys.previousKey, sealedWith: SampleKeys.previousKey)
        try expect(deployment.verify(challenge, older), equals: "right PASSKEY")
        #expect(Self.bodies(deployment).count == 2)
    }

    @Test(
        "no previous version, or one that is unusable, is no fault",
        arguments: [missing, .status(400, #"{"__type":"AccessDeniedException"}"#), secret("short")])
    func noPreviousVersionIsNoFault(answer: ScriptedTransport.Answer) throws {
        let deployment = try Self.signed()
        let challenge = try deployment.create()
        let foreign = try Self.token(challenge, SampleKeys.foreignKey)
        deployment.transport.on(Self.call, Self.secret(SampleKeys.signingKey), answer)
        try expect(deployment.verify(challenge, foreign), equals: "invalid_token")
        #expect(deployment.recorder.lines.filter { $0.hasPrefix("WARN a secret") } == [])
        let own = try Self.token(challenge, SampleKeys.signingKey)
        try expect(deployment.verify(challenge, own), equals: "right PASSKEY")
    }

    @Test("tokens of unknown keys have the secret read once every ten seconds, and no more")
    func unknownKeysAreLimited() throws {
        let deployment = try Self.signed()
        let challenge = try deployment.create()
        let foreign = try Self.token(challenge, SampleKeys.foreignKey)
        for (wait, calls) in [(0, 2), (0, 2), (9_999, 2), (1, 4), (0, 4)] as [(Int64, Int)] {
            deployment.clock.advance(milliseconds: wait)
            if Self.bodies(deployment).count < calls {
                deployment.transport.on(Self.call, Self.secret(SampleKeys.signingKey), Self.missing)
            }
            try expect(deployment.verify(challenge, foreign), equals: "invalid_token")
            #expect(Self.bodies(deployment).count == calls)
        }
    }

    @Test("a forged token that names a known key has no secret read")
    func forgedTokenReadsNoSecret() throws {
        let deployment = try Self.signed()
        let challenge = try deployment.create()
        let genuine = try Self.token(challenge, SampleKeys.signingKey)
        let forged = genuine.dropLast(2) + (genuine.hasSuffix("AA") ? "QA" : "AA")
        try expect(deployment.verify(challenge, String(forged)), equals: "invalid_token")
        #expect(Self.bodies(deployment) == [])
        try expect(deployment.verify(challenge, genuine), equals: "right PASSKEY")
    }

    @Test("Create reads the key again after five minutes, not before, and never the previous one")
    func keyIsReadAgainAfterAnInterval() throws {
        let deployment = try Self.signed(SampleKeys.previousKey)
        deployment.clock.advance(milliseconds: 299_999)
        _ = try deployment.create()
        #expect(Self.bodies(deployment) == [])
        deployment.clock.advance(milliseconds: 1)
        deployment.transport.on(Self.call, Self.secret(SampleKeys.signingKey))
        let challenge = try deployment.create()
        #expect(Self.bodies(deployment) == [Self.current])
        #expect(Self.opens(challenge, SampleKeys.signingKey))
        _ = try deployment.create()
        #expect(Self.bodies(deployment).count == 1)
        // Verify reads both.
        deployment.transport.on(Self.call, Self.secret(SampleKeys.signingKey), Self.secret(SampleKeys.previousKey))
        let token = try Self.token(challenge, SampleKeys.previousKey)
        try expect(deployment.verify(challenge, token), equals: "right PASSKEY")
        #expect(Self.bodies(deployment) == [Self.current, Self.current, Self.previous])
    }

    @Test("if it cannot be read again, the key known before stays in use, and the log says so")
    func failedReadingKeepsTheKey() throws {
        let deployment = try Self.signed()
        deployment.clock.advance(seconds: 300)
        deployment.transport.on(Self.call, .failure(.timedOut("slow")))
        let challenge = try deployment.create()
        #expect(Self.opens(challenge, SampleKeys.signingKey))
        #expect(
            deployment.recorder.lines == [
                "WARN a secret cannot be read again, so the one known before stays in use: "
                    + "TOKEN_SIGNING_KEY_ARN names a secret that cannot be read: timed out: slow"
            ])
        // Reading again may not take the time that the event needs.
        #expect(deployment.transport.calls.map(\.request.timeout) == [1_000])
        // The next attempt comes after the next interval.
        _ = try deployment.create()
        #expect(Self.bodies(deployment).count == 1)
    }

    @Test("after a 401 the API secret is read again, and the call is made with it")
    func replacedAPISecretIsReadAgain() throws {
        let deployment = try Self.authsignal()
        deployment.transport.on(
            API.track, API.error(401, "unauthorized"), API.tracked("ALLOW", isEnrolled: false, methods: []))
        deployment.transport.on(Self.call, Self.secret("another-api-secret"))
        _ = try deployment.create()
        #expect(deployment.transport.names == [API.track, Self.call, API.track])
        #expect(deployment.transport.calls.last?.header("Authorization") == "Basic YW5vdGhlci1hcGktc2VjcmV0Og==")
        deployment.transport.always(API.track, API.tracked("ALLOW", isEnrolled: false, methods: []))
        _ = try deployment.create()
        #expect(deployment.transport.names.count == 4)
    }

    @Test("a 401 with the secret that is current fails the event, and the secret is not read again right away")
    func refusedAPISecretIsReadOnce() throws {
        let deployment = try Self.authsignal()
        deployment.transport.always(API.track, API.error(401, "unauthorized"))
        deployment.transport.on(Self.call, Self.secret(SampleKeys.apiSecret))
        for _ in 0..<2 {
            let error = #expect(throws: FunctionError.self) { try deployment.create() }
            #expect(error?.kind == .unavailable)
        }
        #expect(deployment.transport.names == [API.track, Self.call, API.track])
    }

    @Test("a secret in a variable is never read again")
    func secretInAVariableIsNeverReadAgain() throws {
        let deployment = try TestDeployment.signed()
        let challenge = try deployment.create()
        deployment.clock.advance(seconds: 299)
        let foreign = try Self.token(challenge, SampleKeys.foreignKey)
        try expect(deployment.verify(challenge, foreign), equals: "invalid_token")
        deployment.clock.advance(seconds: 2)
        _ = try deployment.create()
        #expect(deployment.transport.calls.isEmpty)
    }
}
