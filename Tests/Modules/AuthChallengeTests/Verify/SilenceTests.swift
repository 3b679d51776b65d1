import AuthChallenge
import LambdaRuntime
import Testing
import TriggerTestSupport

@Suite("The watch over the log")
struct SilenceTests {
    @Test("notices a line that holds what it must not")
    func noticing() throws {
        let deployment = try TestDeployment.signed()
        let challenge = try deployment.create()
        #expect(deployment.leaks == [])
        deployment.isWatching = false
        deployment.keepSecret("invalid_token")
        _ = try deployment.verify(challenge, "junk")
        #expect(deployment.leaks == ["INFO answer refused: invalid_token"])
    }

    @Test("has lines to look at, errors included")
    func lines() throws {
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
