import JSON
import Sandbox
import SandboxTestSupport
import TestSupport
import Testing

@Suite("The sandbox's clock")
struct ClockTests {
    private static let range = "ahead: must be a whole number from -315360000 to 315360000"

    @Test("stays as it is if it cannot be moved so")
    func refusesInvalidTimes() async throws {
        try await StackFixture.run { (fixture) async throws in
            try await expect(fixture.put(#"{"ahead":-60}"#, to: "/sandbox/clock").json?["ahead"]?.integer, equals: -60)
            for (body, error) in [
                ("[]", "clock: must be a JSON object"), ("{}", Self.range), (#"{"ahead":"600"}"#, Self.range),
                (#"{"ahead":315360001}"#, Self.range),
            ] {
                let answer = try await fixture.put(body, to: "/sandbox/clock")
                #expect(answer.status == 400)
                #expect(answer.json?["error"]?.string == error)
                try await expect(fixture.http.get("/sandbox/clock").json?["ahead"]?.integer, equals: -60)
            }
        }
    }
}
