import EmailCodes
import ExpiringState
import Primitives
import StandIns
import TestSupport
import Testing

@Suite("What a storage of codes promises, in memory and in a table")
struct CodeStorageTests {
    /// The storages, each empty.
    enum Kind: CaseIterable { case memory, table, tableThatLosesReplies }

    private static func storage(_ kind: Kind) -> any CodeStorage {
        switch kind {
        case .memory: return MemoryCodeStorage()
        case .table: return TableServer().storage()
        case .tableThatLosesReplies:
            let server = TableServer()
            server.losesReplies = true
            return server.storage()
        }
    }

    private let now = Desk.start
    private let key = StateKey(.account, digest: "key")
    private let rule = MailBucket.Rule(capacity: 2, period: 1_000)

    @Test("an item is changed by a function of what it holds, wherever the change begins", arguments: Kind.allCases)
    func change(kind: Kind) throws {
        let storage = Self.storage(kind)
        func admit(
            _ attempt: String, _ basis: StoredBasis<MailBucket>, at time: Int64 = 0
        ) throws -> (result: Bool, item: MailBucket) {
            try storage.change(key, basis, at: now + time, until: now + 9_000) { bucket in
                bucket.admit(attempt, by: rule, at: now + time)
            }
        }
        let first = try admit("a", .empty)
        #expect(first.result)
        for basis in [StoredBasis.empty, .known(MailBucket()), .known(first.item), .read] {
            try expect(admit("a", basis).item, equals: first.item)
        }
        try expect(admit("b", .known(MailBucket())).result, equals: true)
        for basis in [StoredBasis.empty, .known(MailBucket()), .known(first.item), .read] {
            try expect(admit("c", basis).result, equals: false)
        }
        // Once it is at rest, it has forgotten what it admitted.
        try expect(admit("d", .empty, at: 2_000).item.hasAdmitted("a"), equals: kind == .memory)
        try expect(admit("e", .read, at: 2_000).result, equals: true)
        try expect(admit("f", .empty, at: 2_000).result, equals: false)
    }

    @Test(
        "a change that changes nothing tells what the item holds, also if it was expected at rest",
        arguments: Kind.allCases)
    func nothingIsChanged(kind: Kind) throws {
        let storage = Self.storage(kind)
        func look() throws -> MailBucket {
            try storage.change(key, StoredBasis<MailBucket>.empty, at: now, until: now + 9_000) { _ in }.item
        }
        try expect(look(), equals: MailBucket())
        let admitted = try storage.change(key, StoredBasis<MailBucket>.empty, at: now, until: now + 9_000) { bucket in
            bucket.admit("a", by: rule, at: now)
        }
        try expect(look(), equals: admitted.item)
    }

    @Test("wrong answers keep an account from being at rest, until they are forgotten", arguments: Kind.allCases)
    func counter(kind: Kind) throws {
        let storage = Self.storage(kind)
        let rules = CodeRules(lifetime: 300, mailsPerHour: 100)
        func change<Result>(
            _ basis: StoredBasis<AccountCodes>, at time: Int64, _ change: (inout AccountCodes) -> Result
        ) throws -> Result {
            try storage.change(key, basis, at: now + time, until: now + 9_000_000, change).result
        }
        func request(_ id: String, _ basis: StoredBasis<AccountCodes>, at time: Int64) throws -> Bool {
            try change(basis, at: time) { account in
                let code = PendingCode(id: id, issuedAt: now + time, client: "c", repetition: "", session: "s")
                if case .leads(let code) = account.request(code, by: rules, at: now + time) { return code.isLong }
                return false
            }
        }
        func answer(_ code: String, _ mark: String, isRight: Bool = false, at time: Int64) throws -> CodeVerdict {
            try change(.read, at: time) { account in
                account.judge(
                    AccountCodes.Answer(session: "s", client: "c", attempt: "a"), by: rules, at: now + time
                ) { $0 == code ? AccountCodes.Comparison(mark: mark, isRight: isRight) : nil }
            }
        }
        let day: Int64 = 86_400_000
        for number in 0..<4 {
            try expect(request("\(number)", .empty, at: Int64(number) * day), equals: false)
            for mark in 1...5 {
                for _ in 0..<2 {
                    try expect(answer("\(number)", "\(mark)", at: Int64(number) * day), equals: .wrong(.wrongCode))
                }
            }
        }
        try expect(request("long", .empty, at: 4 * day), equals: true)
        try expect(request("a", .empty, at: 0), equals: false)
        try expect(request("another", .empty, at: 5 * day), equals: true)
        try expect(
            change(.read, at: 5 * day) { account in
                account.use(account.longCodes[0], at: "c", by: "a", rules, now: now + 5 * day)
            }, equals: .right)
        try expect(request("short", .empty, at: 6 * day), equals: false)
    }

    @Test("a set takes so many members, each once, and gives them back", arguments: Kind.allCases)
    func sets(kind: Kind) throws {
        let storage = Self.storage(kind)
        func add(_ mark: String) throws -> Bool { try storage.add(mark, to: key, atMost: 2, until: now + 1_000) }
        for (mark, isIn) in [("a", true), ("b", true), ("a", true), ("c", false), ("b", true)] {
            try expect(add(mark), equals: isIn)
        }
        for mark in ["c", "a", "a", "b"] { try storage.remove(mark, from: key) }
        try storage.remove("a", from: StateKey(.mails, digest: "another"))
        for (mark, isIn) in [("c", true), ("b", true), ("a", false)] { try expect(add(mark), equals: isIn) }
    }

    @Test(
        "a session's guesses are counted apart, once each, and anew after a request; all counts hold, or none changes",
        arguments: Kind.allCases)
    func guesses(kind: Kind) throws {
        let storage = Self.storage(kind)
        func request(_ name: String) throws -> Bool {
            try storage.countRequest(
                name, for: CodeTicket(session: "session", code: name, issuedAt: now), of: key, atMost: 9,
                until: now + 1_000)
        }
        func answer(_ name: String, _ guess: String?) throws -> Bool {
            try storage.countAnswer(
                name, guess, of: key, session: "session", atMost: (answers: 5, guesses: 2), until: now + 1_000
            ).isAllowed
        }
        try expect(request("first"), equals: true)
        for (name, guess, isAllowed) in [
            ("a", "1", true), ("b", "1", true), ("c", "2", true), ("d", "3", false), ("d", nil, true), ("c", "2", true),
        ] {
            try expect(answer(name, guess), equals: isAllowed, "\(name)")
        }
        try expect(request("first"), equals: true)
        try expect(answer("e", "3"), equals: false)
        try expect(request("second"), equals: true)
        try expect(answer("e", "3"), equals: true)
        try expect(answer("f", "4"), equals: false)
        try expect(answer("f", nil), equals: false)
    }

    @Test("a session's requests and answers are counted once each; it has its last request", arguments: Kind.allCases)
    func rounds(kind: Kind) throws {
        let storage = Self.storage(kind)
        func request(_ name: String) throws -> Bool {
            try storage.countRequest(
                name, for: CodeTicket(session: "session", code: "code " + name, issuedAt: now), of: key, atMost: 2,
                until: now + 1_000)
        }
        func answer(_ name: String) throws -> (isAllowed: Bool, ticket: CodeTicket?) {
            try storage.countAnswer(
                name, nil, of: key, session: "session", atMost: (answers: 2, guesses: 0), until: now + 1_000)
        }
        try expect(answer("x").ticket, equals: nil)
        for (name, isAllowed, last) in [
            ("a", true, "a"), ("b", true, "b"), ("a", true, "b"), ("c", false, "b"), ("b", true, "b"),
        ] {
            try expect(request(name), equals: isAllowed)
            try expect(answer("x").ticket, equals: CodeTicket(session: "session", code: "code " + last, issuedAt: now))
        }
        for (name, isAllowed) in [("y", true), ("z", false), ("x", true), ("z", false)] {
            let answer = try answer(name)
            #expect(answer.isAllowed == isAllowed)
            #expect(answer.ticket?.code == "code b")
        }
    }
}
