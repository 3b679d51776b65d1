import EmailCodes
import Primitives
import TestSupport
import Testing

@Suite("Codes that calls share")
struct SharedCodeTests {
    @Test("only the answer of a call that later ones might share is noted")
    func onlySharedAnswersAreNoted() throws {
        let server = TableServer()
        let desk = try Desk(storage: server.storage())
        func callsToFinish(_ requester: Desk.Requester) throws -> Int {
            let before = server.operations.count
            try desk.finish(requester)
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

    @Test("a call shares no code that was used, even at another client")
    func usedCodeIsNotShared() throws {
        let desk = try Desk()
        for _ in 0..<4 { _ = try desk.ask() }
        let first = try desk.begin(repetition: "event")
        let owner = Desk.owner
        let elsewhere = CodeAccount(id: owner.id, client: "other", address: owner.address, isAddressVerified: true)
        try expect(desk.answer(first, #require(first.mail), as: elsewhere), equals: .right)
        try expect(desk.ask(repetition: "event").isLong, equals: true)
    }

    private struct Unexpected: Error {}
}
