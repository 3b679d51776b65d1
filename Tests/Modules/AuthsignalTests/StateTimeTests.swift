import Authsignal
import Foundation
import HTTP
import Testing

@Suite("Times in Authsignal's answers")
struct StateTimeTests {
    /// The seconds since 1970 that the client reads from a time; nil if it cannot read it.
    static func seconds(_ text: String) throws -> Int64? {
        guard let baseURL = BaseURL("https://api.example.test") else { throw CocoaError(.coderInvalidValue) }
        let transport = FixedTransport(#"{"stateUpdatedAt":"\#(text)"}"#)
        return try AuthsignalClient(baseURL: baseURL, secret: AuthsignalSecret("s"), transport: transport)
            .stateUpdatedAt("a", userID: "u", idempotencyKey: "k", by: Deadline(10_000) { 0 })
    }

    @Test(
        "the time of a state is read in RFC 3339 form, and any other text is not a time",
        arguments: [
            ("2026-11-20T22:51:11.042Z", 1_795_215_071), ("2026-11-20T23:51:11+01:00", 1_795_215_071), ("", nil),
            ("2026-11-20", nil), ("1795215071", nil),
        ] as [(String, Int64?)])
    func timeOfState(text: String, seconds: Int64?) throws {
        #expect(try Self.seconds(text) == seconds)
    }
}
