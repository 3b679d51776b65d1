import EmailCodes
import TestSupport
import Testing

@Suite("The limits of requests for codes that do not depend on the user")
struct CallerLimitTests {
    @Test(
        "a customer's network has its mails, some of them at one moment, and as many again in a quarter of an hour",
        arguments: [20, 30] as [Int64])
    func network(mails: Int64) throws {
        let desk = try Desk(CodeRules(lifetime: 300, mailsPerHour: 1_000, mailsPerNetwork: mails))
        let (atOnce, pace) = (3, Int64(1_000))
        /// How many of fifty requests at the same moment are admitted, from one network of 64 bits.
        func admitted() throws -> Int {
            try (0..<50).count { try desk.refusal(from: "2001:db8::\($0)") != .callerLimit }
        }
        let first = try admitted()
        #expect(first == atOnce)
        for _ in atOnce..<Int(mails) {
            desk.now += pace
            let next = try admitted()
            #expect(next == 1)
        }
        desk.now += pace
        let more = try admitted()
        #expect(more == 0)
        let elsewhere = try desk.refusal(from: "2001:db8:1::1")
        #expect(elsewhere == nil)
        desk.now += 900_000 / mails
        let later = try admitted()
        #expect(later == 1)
        desk.now += 900_000
        let again = try admitted()
        #expect(again == atOnce)
    }

    @Test(
        "above 30 mails, more may be asked for at one moment",
        arguments: [(1, 1), (30, 3), (31, 3), (60, 6), (300, 30), (1_000, 100)] as [(Int64, Int)])
    func moment(mails: Int64, atOnce: Int) throws {
        let desk = try Desk(CodeRules(lifetime: 300, mailsPerHour: 1_000, mailsPerNetwork: mails))
        let admitted = try (0..<120).count { _ in try desk.refusal(from: "192.0.2.1") == nil }
        #expect(admitted == atOnce)
        desk.now += 30_000 / max(mails, 30)
        let answers = try (0..<120).count { _ in try desk.mayAnswerWait(from: "192.0.2.1") }
        #expect(answers == 1)
    }

    @Test(
        "a larger network may do a little more at one moment, however many addresses it uses",
        arguments: [
            ("192.0.2.1", 3), ("192.0.2.N", 5), ("192.0.N.1", 20), ("::ffff:192.0.2.N", 5), ("2001:db8::N", 3),
            ("2001:db8:0:N::1", 4), ("2001:db8:0:N00::1", 5), ("2001:db8:N::1", 20),
        ])
    func larger(addresses: String, atOnce: Int) throws {
        let desk = try Desk()
        func admitted(_ ask: (String) throws -> Bool) throws -> Int {
            desk.now += 10_000
            return try (10..<30).count { try ask(addresses.replacing("N", with: "\($0)")) }
        }
        let requests = try admitted { try desk.refusal(from: $0) == nil }
        #expect(requests == atOnce)
        let answers = try admitted { try desk.mayAnswerWait(from: $0) }
        #expect(answers == atOnce)
    }

    @Test("no network is limited with 0, and none that is not known")
    func limitIsOff() throws {
        let unlimited = try Desk(CodeRules(lifetime: 300, mailsPerHour: 1_000, mailsPerNetwork: 0))
        let refusals = try (0..<100).compactMap { _ in try unlimited.refusal(from: "192.0.2.1") }
        #expect(refusals == [])
        let answers = try (0..<100).count { _ in try unlimited.mayAnswerWait(from: "192.0.2.1") }
        #expect(answers == 100)
        let desk = try Desk()
        let unknown = try (0..<100).compactMap { _ in try desk.refusal(from: nil) }
        #expect(unknown == [])
        let unknownAnswers = try (0..<100).count { _ in try desk.mayAnswerWait(from: nil) }
        #expect(unknownAnswers == 100)
    }

    @Test("ten requests are made in a round; the eleventh costs its network nothing")
    func round() throws {
        let desk = try Desk()
        for number in 0..<10 { try expect(desk.refusal(from: "192.0.\(number).1", requester: "round"), equals: nil) }
        for _ in 0..<40 {
            desk.now += 1_000
            try expect(desk.refusal(from: "198.51.100.1", requester: "round"), equals: .roundLimit)
        }
        for _ in 0..<30 {
            desk.now += 1_000
            try expect(desk.refusal(from: "198.51.100.1"), equals: nil)
        }
    }

    @Test("a request that is repeated costs nothing, and is admitted again though nothing is left")
    func repetition() throws {
        let desk = try Desk()
        let attempts = (0..<30).map { "attempt \($0)" }
        for attempt in attempts {
            desk.now += 500
            try expect(desk.refusal(from: "192.0.2.1", requester: attempt, attempt: attempt), equals: nil)
            desk.now += 500
        }
        try expect(desk.refusal(from: "192.0.2.1"), equals: .callerLimit)
        for attempt in attempts {
            try expect(desk.refusal(from: "192.0.2.1", requester: attempt, attempt: attempt), equals: nil)
        }
    }

    @Test("a call that is repeated is admitted though its first one took the last place of the moment")
    func repetitionOfTheLast() throws {
        let desk = try Desk()
        for attempt in ["a", "b", "c", "c"] {
            try expect(desk.mayAnswerWait(from: "192.0.2.1", attempt: attempt), equals: true)
        }
        try expect(desk.mayAnswerWait(from: "192.0.2.1"), equals: false)
    }

    @Test("what a process remembers of closed networks saves calls, and changes nothing else", arguments: [1, 2, 3])
    func memory(seed: UInt64) throws {
        let (server, others) = (TableServer(), TableServer())
        let (desk, forgetful) = (try Desk(storage: server.storage()), try Desk(storage: others.storage()))
        var random = SeededRandom(seed)
        for number in 0..<2_000 {
            let address = "2001:db8:0:\(Int.random(in: 10...12, using: &random))::1"
            let isRequest = Bool.random(using: &random)
            func ask(_ desk: Desk) throws -> Bool {
                isRequest
                    ? try desk.refusal(from: address, requester: "\(number)", attempt: "\(number)") == nil
                    : try desk.mayAnswerWait(from: address, attempt: "\(number)")
            }
            forgetful.closed = ClosedNetworks()
            let (remembered, asked) = (try ask(desk), try ask(forgetful))
            #expect(remembered == asked, "\(number)")
            let step = Int64.random(in: 0...20, using: &random)
            desk.now += step
            forgetful.now += step
        }
        #expect(server.operations.count * 3 < others.operations.count * 2)
    }
}
