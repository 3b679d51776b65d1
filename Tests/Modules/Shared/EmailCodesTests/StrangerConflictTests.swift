import EmailCodes
import Primitives
import StandIns
import TestSupport
import Testing

@Suite("Strangers who change an owner's item while it is used")
struct StrangerConflictTests {
    /// A desk before whose every call of the table strangers do what they can.
    private final class Crowd {
        let server = TableServer()
        let desk: Desk
        /// How many more sign-ins the strangers start.
        var requests = 0
        private var requesters: [Desk.Requester] = []
        private var number = 0

        init() throws { desk = try Desk(storage: server.storage()) }

        func comes() {
            server.interrupt = { [unowned self] in
                let interrupt = server.interrupt
                server.interrupt = {}
                defer { server.interrupt = interrupt }
                if requests > 0, let requester = try? desk.ask(repetition: "stranger") {
                    requests -= 1
                    requesters.append(requester)
                }
                for requester in requesters {
                    number += 1
                    _ = try? desk.answer(requester, desk.wrong(requester, number))
                }
            }
        }

        func goes() { server.interrupt = {} }
    }

    @Test("she gets a mail for as long as there is one, although others get theirs before each of her calls")
    func ownerGetsMail() throws {
        let crowd = try Crowd()
        crowd.requests = 4
        crowd.comes()
        let requester = try crowd.desk.ask()
        crowd.goes()
        #expect(crowd.requests < 3)
        #expect(requester.mail != nil)
        try expect(crowd.desk.answer(requester, #require(requester.mail)), equals: .right)
    }

    @Test("her answer is right, although they ask and guess before each of her calls", arguments: [1, 2, 3, 4])
    func ownerGetsIn(mails: Int) throws {
        let crowd = try Crowd()
        let requesters = try (0..<mails).map { _ in try crowd.desk.ask() }
        let own = try #require(requesters.last)
        crowd.requests = 100
        crowd.comes()
        try expect(crowd.desk.answer(own, #require(own.mail)), equals: .right)
        #expect(crowd.requests < 100)
    }

    @Test("guesses of other requesters take none of her calls: reading and one write are enough")
    func guessesDoNotMeet() throws {
        let server = TableServer()
        let desk = try Desk(storage: server.storage())
        let strangers = try (0..<3).map { _ in try desk.ask() }
        let own = try desk.ask()
        var number = 0
        server.interrupt = { [unowned server] in
            guard server.operations.last == "UpdateItem" else { return }
            let interrupt = server.interrupt
            server.interrupt = {}
            defer { server.interrupt = interrupt }
            for stranger in strangers {
                number += 1
                _ = try? desk.answer(stranger, try desk.wrong(stranger, number))
            }
        }
        let before = server.operations.count
        try expect(desk.answer(own, #require(own.mail)), equals: .right)
        // The strangers' calls come in between.
        let operations = server.operations.dropFirst(before)
        #expect(operations.count { $0 == "GetItem" } == 4)
        #expect(operations.count { $0 == "UpdateItem" } == 4)
    }
}

@Suite("A thousand calls at the same time")
struct SimultaneousCodeTests {
    /// A desk over a connection of its own to the table.
    private static func desk(_ table: TableStandIn) throws -> Desk {
        try Desk(storage: TableServer(table).storage())
    }

    /// What a thousand desks do, each in a task of its own.
    private func thousand<Value: Sendable>(_ body: @escaping @Sendable (Int) throws -> Value) async throws -> [Value] {
        try await withThrowingTaskGroup(of: Value.self) { group in
            for number in 0..<1_000 { group.addTask { try body(number) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    @Test("an account gets its five mails, the last of them with a long code")
    func accountIsLimited() async throws {
        let table = TableStandIn("state")
        let mails = try await thousand { number in
            let desk = try Self.desk(table)
            let request = CodeRequest(account: Desk.owner, requester: "\(number)", attempt: "\(number)")
            switch try desk.codes.request(request, in: desk.storage, at: desk.now).mail {
            case .short: return "short"
            case .again: return "again"
            case .long: return "long"
            case .none(let reason): return reason.rawValue
            }
        }
        let counts = Dictionary(mails.map { ($0, 1) }, uniquingKeysWith: +)
        #expect(counts == ["short": 4, "long": 1, "account_limit": 995])
    }

    @Test("a code has its five answers, and the sixth is not judged though it is right")
    func answersAreLimited() async throws {
        let table = TableStandIn("state")
        let requester = try Self.desk(table).ask()
        let (code, ticket) = (try #require(requester.mail), requester.ticket)
        let verdicts = try await thousand { number in
            let desk = try Self.desk(table)
            let digits = String(String(1_000_000 + number).dropFirst())
            let guess = try #require(desk.codes.read(digits == code ? "999999" : digits))
            let verdict = try desk.codes.judge(
                guess, ticket, of: Desk.owner, attempt: "\(number)", in: desk.storage,
                at: desk.now
            ) { _ in }
            return verdict == .wrong(.tooManyGuesses)
                ? "too many" : verdict == .wrong(.wrongCode) ? "wrong" : "\(verdict)"
        }
        #expect(Dictionary(verdicts.map { ($0, 1) }, uniquingKeysWith: +) == ["wrong": 5, "too many": 995])
        try expect(Self.desk(table).answer(requester, code), equals: .wrong(.tooManyGuesses))
    }
}
