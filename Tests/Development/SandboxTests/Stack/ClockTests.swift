import Foundation
import JSON
import Sandbox
import SandboxTestSupport
import TestSupport
import Testing

@Suite("The sandbox's clock")
struct ClockTests {
    @Test("can be moved and set right again, and says its time")
    func canBeMoved() async throws {
        try await StackFixture.run { (fixture) async throws in
            for ahead in [600, -600, 0] {
                let clock = try #require(try await fixture.set(#"{"ahead":\#(ahead)}"#).json)
                #expect(clock["ahead"]?.integer == Int64(ahead))
                try await expect(fixture.http.get("/sandbox/clock").json?["ahead"]?.integer, equals: Int64(ahead))
                let time = try Date(#require(clock["time"]?.string), strategy: .iso8601)
                #expect(abs(time.timeIntervalSinceNow - Double(ahead)) < 30)
            }
        }
    }

    @Test(
        "stays as it is if it cannot be moved so",
        arguments: [
            ("[]", "clock: must be a JSON object"),
            ("{}", "ahead: must be a whole number from -315360000 to 315360000"),
            (#"{"ahead":"600"}"#, "ahead: must be a whole number from -315360000 to 315360000"),
            (#"{"ahead":315360001}"#, "ahead: must be a whole number from -315360000 to 315360000"),
        ])
    func refusesInvalidTimes(body: String, error: String) async throws {
        try await StackFixture.run { (fixture) async throws in
            _ = try await fixture.set(#"{"ahead":60}"#)
            let answer = try await fixture.set(body)
            #expect(answer.status == 400)
            #expect(answer.json?["error"]?.string == error)
            try await expect(fixture.http.get("/sandbox/clock").json?["ahead"]?.integer, equals: 60)
        }
    }
}

extension StackFixture {
    fileprivate func set(_ body: String) async throws -> LoopbackClient.Answer {
        try await http.send("PUT", "/sandbox/clock", body: Data(body.utf8))
    }
}
