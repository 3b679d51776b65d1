import AuthenticatorFunction
import AuthenticatorService
import AuthenticatorTestSupport
import TestSupport
import Testing

@Suite("Answers of writes that get lost")
struct LostAnswerTests {
    private static let attempt = StorageSamples.attempt("change")

    /// A server with what a change starts from, and the user as they were read there.
    private func start(_ change: StoredChange) throws -> (server: TableServer, user: StoredUser) {
        let server = try TableServer()
        let storage = try server.storage()
        try change.prepare(storage)
        return (server, try StoredChange.user(storage))
    }

    /// The items after the change, when no answer gets lost.
    private func expectedItems(_ change: StoredChange) throws -> TableServer {
        let (server, user) = try start(change)
        try expect(change.make(server.storage(), user, Self.attempt), equals: change.outcome)
        return server
    }

    @Test("one lost answer is not noticed, and the write counts once", arguments: StoredChange.all)
    func oneLostAnswer(change: StoredChange) throws {
        let (server, user) = try start(change)
        server.loseAnswers(1)
        let before = server.operations.count
        try expect(change.make(server.storage(), user, Self.attempt), equals: change.outcome)
        #expect(server.operations.count == before + 2)
        let expected = try expectedItems(change).items
        #expect(server.items == expected)
    }

    @Test(
        "a request that got no answer at all gets the same answer when it comes again, and another one is refused",
        arguments: StoredChange.all, [true, false])
    func noAnswerAtAll(change: StoredChange, readsAnew: Bool) throws {
        let (server, user) = try start(change)
        server.loseAnswers(2)
        #expect {
            try change.make(server.storage(), user, Self.attempt)
        } throws: { error in
            guard case .unavailable = error as? StorageError else { return false }
            return true
        }
        let items = try expectedItems(change).items
        #expect(server.items == items, "the write is made as a whole")
        // The process has ended. Another one handles the same request, which reads the user before it makes the change.
        let second = try server.storage()
        let read = readsAnew ? try StoredChange.user(second) : user
        try expect(change.make(second, read, Self.attempt), equals: change.outcome)
        #expect(server.items == items)
        let other = StorageSamples.attempt("another change", after: 1)
        try expect(change.make(server.storage(), user, other), equals: change.outcomeForOthers)
        #expect(server.items == items)
    }
}
