import AuthChallenge
import LambdaRuntime
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
        #expect(deployment.leaks.first == "INFO answer refused: invalid_token")
        #expect(deployment.leaks.last?.hasPrefix(#"{"audit":"answer_wrong""#) == true)
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
