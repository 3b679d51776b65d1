import EmailCodes
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

    @Test("calls that arrive while the first is unfinished share its code", arguments: Kind.allCases)
    func launch(kind: Kind) throws {
        let storage = Self.storage(kind)
        func begin(_ code: String, after lastUse: Int64? = nil, at time: Int64 = 0) throws -> Launch.Role {
            try storage.begin(
                Launch(code: code, begunAt: now + time), of: "launch", after: lastUse, until: now + 300_000)
        }
        let shared = Launch.Role.shares(code: "a", issuedAt: now)
        #expect(try begin("a") == .leads)
        #expect(try begin("a") == .leads)
        #expect(try begin("b", at: 1) == shared)
        #expect(try begin("b", at: 2) == shared)
        #expect(try begin("c", after: now - 1, at: 3) == shared)
        #expect(try begin("d", at: 4) == .leads)
        #expect(try begin("e", at: 5) == .shares(code: "d", issuedAt: now + 4))
        try storage.finish("a", of: "launch")
        #expect(try begin("f", at: 6) == .shares(code: "d", issuedAt: now + 4))
        try storage.finish("d", of: "launch")
        #expect(try begin("g", at: 7) == .leads)
        #expect(try begin("h", after: now + 7, at: 8) == .leads)
    }

    @Test("a bucket admits what its rule allows, and takes mails back", arguments: Kind.allCases)
    func bucket(kind: Kind) throws {
        let storage = Self.storage(kind)
        let rule = MailBucket.Rule(capacity: 2, period: 1_000)
        func admit(_ attempt: String, isLong: Bool = false, at time: Int64 = 0) throws -> MailBucket.Admission? {
            try storage.admit(attempt, to: "bucket", isLong: isLong, by: rule, at: now + time)
        }
        let (first, second) = (
            MailBucket.Admission(attempt: "a", isLong: false), MailBucket.Admission(attempt: "b", isLong: true)
        )
        #expect(try storage.admission(of: "a", to: "bucket") == nil)
        #expect(try admit("a") == first)
        #expect(try admit("a") == first)
        #expect(try admit("b") == second)
        #expect(try admit("c") == nil)
        #expect(try storage.admission(of: "b", to: "bucket") == second)
        for _ in 0..<2 { try storage.giveBack("b", to: "bucket", by: rule) }
        #expect(try storage.admission(of: "b", to: "bucket") == nil)
        #expect(try admit("d")?.isLong == true)
        for _ in 0..<2 { try storage.settle("d", in: "bucket", by: rule, at: now) }
        #expect(try storage.admission(of: "d", to: "bucket")?.isReturned == true)
        #expect(try admit("e")?.isLong == true)
        #expect(try admit("f") == nil)
        #expect(try admit("f", isLong: true, at: 2_000)?.isLong == true)
        try storage.giveBack("nobody", to: "another", by: rule)
        try storage.settle("nobody", in: "another", by: rule, at: now)
        #expect(try storage.admission(of: "nobody", to: "another") == nil)
    }

    @Test("mails of the deployment and answers of a session are counted once each", arguments: Kind.allCases)
    func counts(kind: Kind) throws {
        let storage = Self.storage(kind)
        for (mark, isIn) in [("a", true), ("b", true), ("a", true), ("c", false), ("b", true)] {
            #expect(try storage.spend(mark, of: "hour", atMost: 2, until: now + 1_000) == isIn)
            #expect(try storage.count(mark, in: "session", atMost: 2, until: now + 1_000) == isIn)
        }
        for mark in ["c", "a", "a", "b"] { try storage.unspend(mark, of: "hour") }
        try storage.unspend("a", of: "another hour")
        for (mark, isIn) in [("c", true), ("b", true), ("a", false)] {
            #expect(try storage.spend(mark, of: "hour", atMost: 2, until: now + 1_000) == isIn)
        }
    }

    @Test("wrong answers are counted up to a limit until they are forgotten", arguments: Kind.allCases)
    func wrongAnswers(kind: Kind) throws {
        let storage = Self.storage(kind)
        #expect(try storage.wrongAnswers(of: "account") == 0)
        try storage.forgetWrong(of: "account")
        for mark in ["a", "a", "b", "c", "d"] {
            try storage.countWrong(mark, of: "account", atMost: 3, until: now + 1_000)
        }
        #expect(try storage.wrongAnswers(of: "account") == 3)
        try storage.forgetWrong(of: "account")
        #expect(try storage.wrongAnswers(of: "account") == 0)
        try storage.countWrong("e", of: "account", atMost: 3, until: now + 1_000)
        #expect(try storage.wrongAnswers(of: "account") == 1)
    }

    @Test("a long code is kept, and used by the first who uses it", arguments: Kind.allCases)
    func longCode(kind: Kind) throws {
        let storage = Self.storage(kind)
        let code = StoredLongCode(issuedAt: now, expiresAt: now + 1, attempt: "a", authenticationCode: "mac")
        #expect(try storage.longCode("long") == nil)
        #expect(try !storage.useLongCode("long", by: "first"))
        #expect(try storage.longCode("long") == nil)
        for _ in 0..<2 { try storage.keep(code, as: "long") }
        #expect(try storage.longCode("long") == code)
        #expect(try storage.useLongCode("long", by: "first"))
        #expect(try !storage.useLongCode("long", by: "second"))
        #expect(try storage.useLongCode("long", by: "first"))
    }

    @Test("a use ends the codes that were issued until then, and no more if it is repeated", arguments: Kind.allCases)
    func use(kind: Kind) throws {
        let storage = Self.storage(kind)
        func use(_ issuedAt: Int64, _ user: String, at time: Int64) throws -> Bool {
            try storage.use(codeOf: now + issuedAt, of: "uses", by: user, at: now + time, until: now + 1_000)
        }
        #expect(try storage.lastUse(of: "uses") == nil)
        #expect(try use(0, "first", at: 5))
        #expect(try storage.lastUse(of: "uses") == now + 5)
        #expect(try use(0, "first", at: 9))
        #expect(try storage.lastUse(of: "uses") == now + 5)
        #expect(try !use(0, "second", at: 6))
        #expect(try !use(5, "second", at: 6))
        #expect(try use(6, "second", at: 6))
    }

    @Test("a session keeps the newest attempt's ticket", arguments: Kind.allCases)
    func ticket(kind: Kind) throws {
        let storage = Self.storage(kind)
        func ticket(_ code: String, _ state: CodeTicket.State) -> CodeTicket {
            CodeTicket(
                session: "session", code: code, issuedAt: now, expiresAt: now + 1_000, state: state,
                authenticationCode: "mac")
        }
        let (first, later) = (ticket("a", .mailed), ticket("b", .long))
        #expect(try storage.ticket(of: "key", session: "session") == nil)
        #expect(try storage.keep(first, of: "key", by: "one") == first)
        #expect(try storage.keep(later, of: "key", by: "one") == first)
        #expect(try storage.keep(later, of: "key", by: "two") == later)
        #expect(try storage.ticket(of: "key", session: "session") == later)
    }
}
