import JSON
import Replay
import SignInTokens
import StandIns
import TestSupport
import Testing

@Suite("Placeholders")
struct PlaceholderTests {
    private static let event = """
        {"userPoolId": "eu-west-1_Pool", "userName": "ana", "request": {"userAttributes":
        {"sub": "sub-1", "email": "ana@example.test"}, "privateChallengeParameters": {"key": "round-key"}}}
        """
    private static let environment = [
        "TOKEN_MODE": "signed", "TOKEN_SIGNING_KEY": "placeholder-key-0123456789-abcdefg",
    ]

    private func fill(_ text: String) async throws -> String {
        let values = PlaceholderValues(
            event: try JSONValue(parsing: Array(Self.event.utf8)), environment: Self.environment,
            authsignal: try AuthsignalStandIn(secret: "placeholder-secret-0123456789-abcd"),
            issuer: try IssuerStandIn(), captcha: CaptchaStandIn(), tables: .authenticatorTables(),
            runValues: ["run": "value"])
        return try await Placeholder.fill(text, with: values.value(of:))
    }

    @Test("text around placeholders stays as it is")
    func surroundings() async throws {
        try await expect(fill("a ${run} $ { } ${ run }${run}"), equals: "a value $ { } valuevalue")
    }

    @Test("the keys are those that the functions derive")
    func documentedKeys() throws {
        let secret = Array(try #require(Self.environment["TOKEN_SIGNING_KEY"]).utf8)
        let functions = try SignInKeys(current: secret)
        let documented = DocumentedKeys(secret)
        #expect(documented.keyID == functions.keyID)
        #expect(documented.emailDigest(of: "Ana@example.test") == functions.emailDigest(of: "ana@example.test"))
    }

    @Test(
        "what cannot be filled is refused",
        arguments: [
            ("${resultTokn}", ReplayError.placeholder("resultTokn", fault: "unknown name")),
            ("${resultToken: ages=1}", .placeholder("resultToken: ages=1", fault: "unknown argument ages")),
            ("${resultToken: age=x}", .placeholder("resultToken: age=x", fault: "age is whole seconds")),
            (
                "${resultToken: userVerified=1}",
                .placeholder("resultToken: userVerified=1", fault: "userVerified is true or false")
            ),
            ("${resultToken: age}", .placeholder("resultToken: age", fault: "arguments are name=value, each once")),
            (
                "${resultToken: age=1, age=2}",
                .placeholder("resultToken: age=1, age=2", fault: "arguments are name=value, each once")
            ),
            ("${filler}", .placeholder("filler", fault: "bytes is a number up to 1048576")),
            ("${filler: bytes=0}", .placeholder("filler: bytes=0", fault: "bytes is a number up to 1048576")),
            ("${uuid: a=b}", .placeholder("uuid: a=b", fault: "unknown argument a")),
            ("x ${run", .placeholder("run", fault: "no closing brace")),
        ])
    func refused(text: String, error: ReplayError) async {
        await #expect(throws: error) { try await fill(text) }
    }
}
