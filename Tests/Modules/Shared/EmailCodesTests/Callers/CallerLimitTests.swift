import EmailCodes
import Testing

@Suite("The limits of requests for codes that do not depend on the user")
struct CallerLimitTests {
    @Test(
        "a network has its mails, a tenth of them at one moment, and as many again in a quarter of an hour",
        arguments: [(30, 3, 1_000), (20, 2, 1_500), (4, 1, 7_500)] as [(Int64, Int, Int64)])
    func network(mails: Int64, atOnce: Int, pace: Int64) throws {
        let desk = try Desk(CodeRules(lifetime: 300, mailsPerHour: 1_000, mailsPerNetwork: mails))
        /// How many of twenty requests at the same moment are admitted, from one network of 64 bits.
        func admitted() throws -> Int {
            try (0..<20).count { try desk.refusal(from: "2001:db8::\($0)") != .callerLimit }
        }
        #expect(try admitted() == atOnce)
        for _ in atOnce..<Int(mails) {
            desk.now += pace
            #expect(try admitted() == 1)
        }
        desk.now += pace
        #expect(try admitted() == 0)
        #expect(try desk.refusal(from: "2001:db8:0:1::1") == nil)
        desk.now += 900_000 / mails
        #expect(try admitted() == 1)
        desk.now += 900_000
        #expect(try admitted() == atOnce)
    }

    @Test("no network is limited with 0, and none that is not known")
    func limitIsOff() throws {
        let unlimited = try Desk(CodeRules(lifetime: 300, mailsPerHour: 1_000, mailsPerNetwork: 0))
        for _ in 0..<100 { #expect(try unlimited.refusal(from: "192.0.2.1") == nil) }
        let desk = try Desk()
        for _ in 0..<100 { #expect(try desk.refusal(from: nil) == nil) }
    }

    @Test("ten requests are made in a round; the eleventh costs its network nothing")
    func round() throws {
        let desk = try Desk()
        for number in 0..<10 { #expect(try desk.refusal(from: "192.0.2.\(number)", session: "round") == nil) }
        for _ in 0..<40 {
            desk.now += 1_000
            #expect(try desk.refusal(from: "198.51.100.1", session: "round") == .roundLimit)
        }
        for _ in 0..<30 {
            desk.now += 1_000
            #expect(try desk.refusal(from: "198.51.100.1") == nil)
        }
    }

    @Test("a request that is repeated costs nothing, and is admitted again though nothing is left")
    func repetition() throws {
        let desk = try Desk()
        let attempts = (0..<30).map { "attempt \($0)" }
        for attempt in attempts {
            desk.now += 500
            #expect(try desk.refusal(from: "192.0.2.1", session: attempt, attempt: attempt) == nil)
            desk.now += 500
        }
        #expect(try desk.refusal(from: "192.0.2.1") == .callerLimit)
        for attempt in attempts {
            #expect(try desk.refusal(from: "192.0.2.1", session: attempt, attempt: attempt) == nil)
        }
    }
}
