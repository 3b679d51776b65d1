import AuthChallenge
import LambdaRuntime
import TestSupport
import Testing
import TriggerTestSupport

@Suite("The check for leaks in the log")
struct LogLeakTests {
    @Test("notices a line that holds a value that must not be logged")
    func leakIsNoticed() throws {
        let deployment = try TestDeployment.signed()
        let challenge = try deployment.create()
        #expect(deployment.leaks == [])
        deployment.isWatching = false
        deployment.keepSecret("invalid_token")
        _ = try deployment.verify(challenge, "junk")
        // The log says it, and so does the audit log.
        #expect(deployment.leaks.count == 2)
        #expect(deployment.leaks.first == "ERROR answer refused: invalid_token")
        #expect(deployment.leaks.last?.hasPrefix(#"{"audit":"answer_wrong""#) == true)
    }

    @Test(
        "tells a code from the same digits in a time or an id",
        arguments: [
            ("the code 314159", true), (#"{"code":"314159"}"#, true), (#"{"text":"Your code:\n314159"}"#, true),
            ("314159", true), ("1795314159085", false), ("1314159, 3141590.085", false), ("40.314159Z", false),
            ("done.314159.", true), ("3141592 314159", true),
            ("7d1f4c0e-51b2-4c6c-9a53-0b314159e9f1", false), ("", false),
        ])
    func codeIsToldFromOtherDigits(text: String, shows: Bool) {
        #expect(text.shows("314159") == shows)
        #expect(text.shows("14159") == false)
        #expect("a token\(text)token".shows("token\(text)"))
    }

    @Test("sees every line, errors included")
    func everyLineIsSeen() throws {
        let deployment = try TestDeployment.authsignal()
        deployment.transport.on(API.track, API.tracked("BLOCK"), API.error(500, "oops"))
        _ = try deployment.create()
        #expect(throws: FunctionError.self) { try deployment.create() }
        #expect(
            deployment.recorder.lines == [
                "INFO a look-alike challenge is handed out: the state BLOCK",
                "ERROR Function.ServiceUnavailable: Authsignal refused with status 500, oops",
            ])
    }
}
