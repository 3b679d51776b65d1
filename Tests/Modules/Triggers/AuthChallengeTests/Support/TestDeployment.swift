import AWS
import AuditLog
import AuthChallenge
internal import FunctionServices
import HTTP
import JSON
import LambdaRuntime
import SignInRules
import TestSupport
import Testing
import TriggerTestSupport

/// Create and Verify of one deployment, with the clock, randomness and network of a test.
///
/// After every call its log lines, and the text of its error, are searched for every secret, token, answer, address and
/// id used so far.
final class TestDeployment {
    let clock = TestClock()
    let transport: ScriptedTransport
    let recorder = LogRecorder()
    /// What the audit log says about every call so far.
    private(set) var audit: [AuditLine] = []
    /// How long the triggers waited, in milliseconds.
    private(set) var pauses: [Int64] = []
    /// How many random bytes were asked for. They count up, and begin one later after each 256, so that ids differ.
    private var byteCount = 0
    /// How many lines the log held before the last call.
    private var earlierLines = 0
    private var sensitive: Set<String> = [
        SampleKeys.signingKey, SampleKeys.previousKey, SampleKeys.foreignKey, SampleKeys.apiSecret, "secret-access-key",
    ]
    private var triggers: (create: CreateTrigger, verify: VerifyTrigger)?

    static func signed(_ settings: [String: String] = [:]) throws -> TestDeployment {
        try TestDeployment(["TOKEN_MODE": "signed", "TOKEN_SIGNING_KEY": SampleKeys.signingKey], settings)
    }

    /// A tenant whose user has enrolled the address that Cognito has, unless a test's script says otherwise.
    static func authsignal(_ settings: [String: String] = [:]) throws -> TestDeployment {
        let deployment = try TestDeployment(["AUTHSIGNAL_SECRET": SampleKeys.apiSecret], settings)
        deployment.transport.always(API.authenticators, API.list([("EMAIL_OTP", SampleUser.email), ("PASSKEY", nil)]))
        return deployment
    }

    /// - Parameter script: prepares the transport for what is called at start.
    init(
        _ mode: [String: String], _ settings: [String: String], script: (ScriptedTransport) -> Void = { _ in }
    ) throws {
        transport = ScriptedTransport(clock: clock)
        script(transport)
        let services = services(mode.merging(settings) { $1 })
        triggers = (try CreateTrigger(services, recorder.log), try VerifyTrigger(services, recorder.log))
    }

    private func services(_ settings: [String: String]) -> Services {
        let credentials = AWSCredentials(accessKeyID: "AKID", secretAccessKey: "secret-access-key", sessionToken: nil)
        let clock = clock
        return Services(
            settings: Settings(Environment(settings)), transport: transport,
            aws: AWSClient(transport: transport, credentials: credentials) { _ in nil }, now: { clock.now },
            pause: { [unowned self] in
                pauses.append($0)
                clock.advance(milliseconds: $0)
            },
            random: { [unowned self] count in
                (0..<count).map { _ in
                    defer { byteCount += 1 }
                    return UInt8(truncatingIfNeeded: byteCount + byteCount / 256)
                }
            })
    }

    /// Makes the challenge of an event.
    func create(_ event: EventBuilder = .create) throws -> CreatedChallenge {
        let challenge = try CreatedChallenge(try call(event) { try $0.create($1, $2) })
        sensitive.formUnion([challenge.token, challenge.key, challenge.privateParameters["subject"] ?? "none"])
        sensitive.formUnion(challenge.token.split(separator: ".").dropFirst().map(String.init))
        expectNoLeaks()
        return challenge
    }

    /// Judges the answer of an event: `right PASSKEY`, or why it is wrong.
    func verify(_ event: EventBuilder) throws -> String {
        let reply = try call(event) { try $0.verify($1, $2) }
        let response = try #require(try JSONValue(parsing: reply.body)["response"])
        let isRight = try #require(response["answerCorrect"]?.bool as Bool?)
        #expect(response.members.count == 1)
        #expect(isRight == (reply.outcome == "right"))
        return isRight ? "right \(reply.method)" : reply.outcome
    }

    /// Judges an answer to a challenge.
    func verify(_ challenge: CreatedChallenge, _ answer: String) throws -> String {
        try verify(.verify(challenge, answer))
    }

    private func call(
        _ event: EventBuilder,
        _ trigger: ((create: CreateTrigger, verify: VerifyTrigger), Invocation, Log) throws -> Reply
    ) throws -> Reply {
        sensitive.formUnion(event.sensitive)
        earlierLines = recorder.lines.count
        defer { expectNoLeaks() }
        do {
            let reply = try trigger(try #require(triggers), try #require(event.invocation), recorder.log)
            audit += reply.audit
            return reply
        } catch let error as FunctionError {
            // What the runtime loop does with an error.
            recorder.log(.error, "\(error.kind.rawValue): \(error.detail)")
            #expect(error.message == "Sign-in is not possible right now")
            throw error
        }
    }

    /// Names a value that no log line may hold from now on.
    func keepSecret(_ value: String) { sensitive.insert(value) }

    /// The lines of the last call, and those of the audit log, that hold a value that must not be logged.
    var leaks: [String] {
        let values = sensitive.filter { $0.utf8.count >= 6 }
        let audited = audit.map { line in
            var line = line
            line.detail = .digest
            return String(decoding: line.line(trigger: "Test", requestID: "1", time: 0) ?? [], as: UTF8.self)
        }
        return (recorder.lines.dropFirst(earlierLines) + audited).showing(anyOf: values)
    }

    /// Whether a leak fails the test.
    var isWatching = true

    private func expectNoLeaks() {
        if isWatching { #expect(leaks == [], "a log line holds a value that must not be logged") }
    }
}

extension TestDeployment {
    /// A deployment that takes the ID tokens of an issuer.
    static func oidc(_ issuer: IDTokenIssuer, _ settings: [String: String] = [:]) throws -> TestDeployment {
        let deployment = try TestDeployment(IDTokenIssuer.settings, settings)
        issuer.publish(on: deployment.transport)
        deployment.keepSecret(IDTokenIssuer.subject)
        return deployment
    }

    /// Judges an answer of the user that the attribute ties to a subject; nil for none.
    func verify(_ challenge: CreatedChallenge, _ answer: String, linkedTo value: String?) throws -> String {
        try verify(.verify(challenge, answer).attribute(IDTokenIssuer.attribute, value))
    }
}
