import EmailCodes
import Testing

@Suite("A start that its caller may repeat without saying so")
struct LaunchTests {
    @Test("calls that arrive while the first is unfinished share its code, three in all")
    func unfinishedCallsShare() {
        var launch = Launch(code: "a", begunAt: 1_000)
        #expect(launch.role(of: "a", after: nil, at: 1_000) == .leads)
        #expect(launch.role(of: "b", after: nil, at: 2_000) == .shares(code: "a", issuedAt: 1_000))
        #expect(launch.role(of: "c", after: nil, at: 5_999) == .shares(code: "a", issuedAt: 1_000))
        #expect(launch.role(of: "d", after: nil, at: 2_000) == nil)
        #expect(launch.role(of: "b", after: nil, at: 3_000) == .shares(code: "a", issuedAt: 1_000))
        #expect(launch.sharers == ["b", "c"])
    }

    @Test("a call after the first has finished, or can no longer be running, is a session of its own")
    func laterCallIsOnItsOwn() {
        var finished = Launch(code: "a", begunAt: 1_000, isFinished: true)
        #expect(finished.role(of: "b", after: nil, at: 1_001) == nil)
        var ended = Launch(code: "a", begunAt: 1_000)
        #expect(ended.role(of: "b", after: 1_000, at: 1_001) == nil)
        #expect(ended.role(of: "b", after: 999, at: 1_001) == .shares(code: "a", issuedAt: 1_000))
        var lost = Launch(code: "a", begunAt: 1_000)
        #expect(lost.role(of: "b", after: nil, at: 6_000) == nil)
    }
}
