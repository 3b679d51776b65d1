import AuthChallenge
import LambdaRuntime
import Testing

@Suite("The watch over the log")
struct SilenceTests {
    @Test("notices a line that holds what it must not")
    func noticing() throws {
        let world = try World.signed()
        let challenge = try world.create()
        #expect(world.leaks == [])
        world.isWatching = false
        world.keepSecret("invalid_token")
        _ = try world.verify(challenge, "junk")
        #expect(world.leaks == ["INFO answer refused: invalid_token"])
    }

    @Test("has lines to look at, errors included")
    func lines() throws {
        let world = try World.authsignal()
        world.transport.on(API.track, API.tracked("BLOCK"), API.error(500, "oops"))
        _ = try world.create()
        #expect(throws: FunctionError.self) { try world.create() }
        #expect(
            world.recorder.lines == [
                "INFO a look-alike challenge is handed out: the state BLOCK",
                "ERROR Function.ServiceUnavailable: Authsignal refused with status 500, oops",
            ])
    }
}
