import EmailCodes
import ExpiringState
import Primitives
import StandIns
import TestSupport
import Testing

@Suite("The storage of codes in a table")
struct TableCodeStorageTests {
    @Test("a whole story of codes is the same in memory and in a table that loses replies")
    func storyIsTheSame() throws {
        func story(_ storage: any CodeStorage) throws -> [String] {
            let desk = try Desk(storage: storage)
            var lines: [String] = []
            for number in 0..<7 {
                let refusals = try (0..<4).map { _ in try desk.refusal(from: "192.0.2.1", requester: "one") }
                lines.append("\(refusals)")
                let requester = try desk.ask(repetition: number == 3 ? nil : "event")
                lines.append("\(requester.issued.mail) \(requester.ticket)")
                if number == 0 { lines.append("\(try desk.ask(again: requester).issued.mail)") }
                for guess in 1...6 { lines.append("\(try desk.answer(requester, try desk.wrong(requester, guess)))") }
                if number == 3, let mail = requester.mail { lines.append("\(try desk.answer(requester, mail))") }
                desk.now += 20_000
            }
            let last = try desk.ask()
            lines.append("\(last.issued.mail)")
            if let mail = last.mail { lines.append("\(try desk.answer(last, mail))") }
            #expect(desk.reported == [])
            return lines
        }
        let server = TableServer()
        server.losesReplies = true
        try expect(story(server.storage()), equals: story(MemoryCodeStorage()))
    }

    @Test("the table learns no address, name, code, network or id")
    func tableHoldsOnlyDigests() throws {
        let server = TableServer()
        let desk = try Desk(storage: server.storage())
        var secrets = [
            "anna", "example", "pool", "user", "client", "192.0.2.1", "requester", "attempt", "event", "654321",
        ]
        for _ in 0..<6 {
            try expect(desk.refusal(from: "192.0.2.1"), equals: nil)
            let requester = try desk.ask(repetition: "event")
            _ = try desk.codes.countAnswer(
                try #require(desk.codes.read("654321")), attempt: "attempt", by: "requester",
                in: server.storage(), at: desk.now)
            _ = try desk.answer(requester, try desk.wrong(requester))
            if let mail = requester.mail {
                secrets += [mail, mail.filter { $0 != "-" }]
                if mail.utf8.count > 6 { try expect(desk.answer(requester, mail), equals: .right) }
            }
            desk.now += 1_000
        }
        // An answer where no code is under way, and a mail to an address that nobody has verified.
        let other = try desk.ask(CodeAccount.sample("user 2", verified: false))
        _ = try desk.answer(other, "000000", as: CodeAccount.sample("user 3"))
        let kinds = Set(server.items.keys.map { $0.prefix { $0 != "#" } })
        #expect(
            kinds == ["account", "address", "network", "moment", "requester", "answers", "mails"])
        for (key, item) in server.items {
            let values = item.filter { $0.key != "pk" }.values.map { "\($0)" }
            let text = key.drop { $0 != "#" } + values.joined(separator: " ").lowercased()
            for secret in secrets { #expect(!text.contains(secret), "\(secret) in \(key): \(item)") }
            #expect(item["expiresAt"] != nil, "\(key)")
        }
    }

    @Test("two who change one part at the same time are both heard; one who is always too late fails")
    func simultaneousChanges() throws {
        let server = TableServer()
        let storage = server.storage()
        let network = NetworkBuckets.Network("network", NetworkBuckets.Rule(capacity: 100, periods: [1_000]))
        let key = StateKey(.network, digest: "bucket")
        func admit(_ attempt: String) throws -> Bool {
            try storage.change(key, .read, at: Desk.start, until: Desk.start) { (buckets: inout NetworkBuckets) in
                buckets.admit(attempt, to: [network], at: Desk.start)
            }.result
        }
        var (others, name) = (0, 0)
        func disturb(_ times: Int) {
            server.interrupt = { [unowned server] in
                guard others < times, server.operations.last == "UpdateItem" else { return }
                (others, name) = (others + 1, name + 1)
                let interrupt = server.interrupt
                server.interrupt = {}
                defer { server.interrupt = interrupt }
                _ = try? admit("other-\(name)")
            }
        }
        disturb(9)
        try expect(admit("mine"), equals: true)
        others = 0
        disturb(10)
        #expect(throws: CodeStorageError.contended) { try admit("again") }
    }

    private struct Tally: StoredCounts {
        var parts: [String: StoredPart] = [:]
        var count: Int64 {
            get { if case .number(let number) = parts[Self.counter] { number } else { 0 } }
            set { parts[Self.counter] = .number(newValue) }
        }
    }

    @Test("those who only count meet nobody: each counts at the first try, and all are counted")
    func simultaneousCounts() throws {
        let server = TableServer()
        let (storage, key) = (server.storage(), StateKey(.account, digest: "tally"))
        func count(_ part: String, _ basis: StoredBasis<Tally>) throws -> Tally {
            try storage.change(key, basis, at: Desk.start, until: Desk.start) { tally in
                tally.count += 1
                tally.parts[part] = .number(1)
            }.item
        }
        let first = try count("a", .empty)
        for part in ["b", "c", "d"] { _ = try count(part, .known(first)) }
        #expect(server.operations == ["PutItem", "UpdateItem", "UpdateItem", "UpdateItem"])
        try expect(count("e", .read).count, equals: 5)
    }

    @Test("a table that does not answer, or holds something else, is an error and lets nobody in")
    func failureIsAnError() throws {
        let server = TableServer()
        let desk = try Desk(storage: server.storage())
        let requester = try desk.ask()
        server.failure = 400
        let error = CodeStorageError.unavailable("refused with status 400, no error type")
        #expect(throws: error) { try desk.ask() }
        #expect(throws: error) { try desk.answer(requester, try #require(requester.mail)) }
        server.failure = nil
        try expect(desk.answer(requester, #require(requester.mail)), equals: .right)
    }

    @Test("what cannot be noted after a right answer is reported, and the answer stays right")
    func failureAfterUseIsReported() throws {
        let server = TableServer()
        let desk = try Desk(storage: server.storage())
        let requester = try desk.ask(CodeAccount.sample("user", verified: false))
        let before = server.operations.count
        server.interrupt = { [unowned server] in
            // The account is read and written; then comes the address.
            if server.operations.count > before + 2 { server.failure = 400 }
        }
        try expect(desk.answer(requester, #require(requester.mail)), equals: .right)
        #expect(desk.reported == [.unavailable("refused with status 400, no error type")])
    }
}
