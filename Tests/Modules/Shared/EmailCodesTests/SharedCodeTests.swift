import EmailCodes
import Primitives
import TestSupport
import Testing

@Suite("Codes that calls share")
struct SharedCodeTests {
    @Test("calls that arrive while the first is unfinished share its code and its mail, with guesses of their own")
    func repeatedCallsShare() throws {
        let desk = try Desk()
        let first = try desk.begin(repetition: "event")
        let shared = try (0..<2).map { _ in try desk.ask(repetition: "event") }
        #expect(shared.map(\.issued.mail) == [.none(.shared), .none(.shared)])
        let fourth = try desk.ask(repetition: "event")
        #expect(fourth.mail?.utf8.count == 6)
        try desk.finish(first)
        let code = try #require(first.mail)
        for number in 1...5 { _ = try desk.answer(shared[0], try desk.wrong(first, number)) }
        try expect(desk.answer(shared[0], code), equals: .wrong(.tooManyGuesses))
        try expect(desk.answer(fourth, code), equals: .wrong(.wrongCode))
        try expect(desk.answer(shared[1], code), equals: .right)
        try expect(desk.answer(first, code), equals: .wrong(.alreadyUsed))
        _ = try #require(try desk.ask(repetition: "event").mail)
    }

    @Test("only the answer of a call that later ones might share is noted")
    func onlySharedAnswersAreNoted() throws {
        let server = TableServer()
        let desk = try Desk(storage: server.storage())
        func callsToFinish(_ session: Desk.Session) throws -> Int {
            let before = server.operations.count
            try desk.finish(session)
            return server.operations.count - before
        }
        try expect(callsToFinish(desk.begin()), equals: 0)
        let first = try desk.begin(repetition: "event")
        try expect(callsToFinish(first), equals: 1)
        let second = try desk.begin(repetition: "event")
        try expect(callsToFinish(desk.begin(repetition: "event")), equals: 0)
        #expect(second.mail != nil)
    }

    @Test(
        "a call that shares a code which was never mailed cannot be won by guessing it",
        arguments: ["long", "refunded"])
    func sharedCodeMustBeMailed(state: String) throws {
        let desk = try Desk()
        for _ in 0..<(state == "long" ? 4 : 0) { _ = try desk.ask() }
        let first = try desk.begin(repetition: "event")
        #expect(first.isLong == (state == "long"))
        let shared = try desk.ask(repetition: "event")
        #expect(shared.issued.mail == .none(.shared))
        if state == "refunded" { try desk.finish(first, isRefused: true) }
        // The digits that a mail would have carried, from a storage that knows no limits.
        let unlimited = try desk.codes.request(first.request, in: nil, at: desk.now)
        guard case .short(let digits) = unlimited.mail else { throw Unexpected() }
        try expect(desk.answer(shared, digits), equals: .wrong(.closedRound))
        if state == "long" { try expect(desk.answer(shared, #require(first.mail)), equals: .right) }
    }

    private struct Unexpected: Error {}
}
