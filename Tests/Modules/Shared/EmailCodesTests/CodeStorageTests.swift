import EmailCodes
import ExpiringState
import Primitives
import StandIns
import TestSupport
import Testing

@Suite("What a storage of codes promises, in memory and in a table")
struct CodeStorageTests {
    private let now = Desk.start
    private let key = StateKey(.account, digest: "key")

    @Test(
        "an item is changed by a function of what it holds, wherever the change begins", arguments: StorageKind.allCases
    )
    func change(kind: StorageKind) throws {
        let storage = kind.storage()
        func admit(
            _ attempt: String, _ basis: StoredBasis<MailBucket>, at time: Int64 = 0
        ) throws -> (result: Bool, item: MailBucket) {
            try storage.change(key, basis, at: now + time, until: now + 9_000_000) { bucket in
                bucket.admit(attempt, at: now + time)
            }
        }
        let first = try admit("a", .empty)
        #expect(first.result)
        for basis in [StoredBasis.empty, .known(MailBucket()), .known(first.item), .read] {
            try expect(admit("a", basis).item, equals: first.item)
        }
        for attempt in ["b", "c", "d", "e"] { try expect(admit(attempt, .known(MailBucket())).result, equals: true) }
        for basis in [StoredBasis.empty, .known(MailBucket()), .known(first.item), .read] {
            try expect(admit("f", basis).result, equals: false)
        }
        // Once it is at rest, it has forgotten what it admitted.
        let rest = 5 * MailBucket.period
        try expect(admit("g", .empty, at: rest).item.hasAdmitted("a"), equals: kind == .memory)
        for attempt in ["h", "i", "j", "k"] { try expect(admit(attempt, .read, at: rest).result, equals: true) }
        try expect(admit("l", .empty, at: rest).result, equals: false)
    }

    @Test(
        "a change that changes nothing tells what the item holds, also if it was expected at rest",
        arguments: StorageKind.allCases)
    func nothingIsChanged(kind: StorageKind) throws {
        let storage = kind.storage()
        func look() throws -> MailBucket {
            try storage.change(key, StoredBasis<MailBucket>.empty, at: now, until: now + 9_000) { _ in }.item
        }
        try expect(look(), equals: MailBucket())
        let admitted = try storage.change(key, StoredBasis<MailBucket>.empty, at: now, until: now + 9_000) { bucket in
            bucket.admit("a", at: now)
        }
        try expect(look(), equals: admitted.item)
    }

    @Test("a set takes so many members, each once, and gives them back", arguments: StorageKind.allCases)
    func sets(kind: StorageKind) throws {
        let storage = kind.storage()
        func add(_ mark: String) throws -> Bool { try storage.add(mark, to: key, atMost: 2, until: now + 1_000) }
        for (mark, isIn) in [("a", true), ("b", true), ("a", true), ("c", false), ("b", true)] {
            try expect(add(mark), equals: isIn)
        }
        for mark in ["c", "a", "a", "b"] { try storage.remove(mark, from: key) }
        try storage.remove("a", from: StateKey(.mails, digest: "another"))
        for (mark, isIn) in [("c", true), ("b", true), ("a", false)] { try expect(add(mark), equals: isIn) }
    }

    @Test(
        "guesses are counted apart, once each, and from 0 after a request; all counts hold, or none changes",
        arguments: StorageKind.allCases)
    func guesses(kind: StorageKind) throws {
        let storage = kind.storage()
        func request(_ name: String) throws -> Bool {
            try storage.countRequest(
                name, for: CodeTicket(requester: "requester", code: name, issuedAt: now), of: key, atMost: 9,
                until: now + 1_000)
        }
        func answer(_ name: String, _ guess: String?) throws -> Bool {
            try storage.countAnswer(
                name, guess, of: key, requester: "requester", atMost: (answers: 5, guesses: 2), until: now + 1_000
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

    @Test("requests and answers are counted once each; the last request is known", arguments: StorageKind.allCases)
    func rounds(kind: StorageKind) throws {
        let storage = kind.storage()
        func request(_ name: String) throws -> Bool {
            try storage.countRequest(
                name, for: CodeTicket(requester: "requester", code: "code " + name, issuedAt: now), of: key, atMost: 2,
                until: now + 1_000)
        }
        func answer(_ name: String) throws -> (isAllowed: Bool, ticket: CodeTicket?) {
            try storage.countAnswer(
                name, nil, of: key, requester: "requester", atMost: (answers: 2, guesses: 0), until: now + 1_000)
        }
        try expect(answer("x").ticket, equals: nil)
        for (name, isAllowed, last) in [
            ("a", true, "a"), ("b", true, "b"), ("a", true, "b"), ("c", false, "b"), ("b", true, "b"),
        ] {
            try expect(request(name), equals: isAllowed)
            try expect(
                answer("x").ticket, equals: CodeTicket(requester: "requester", code: "code " + last, issuedAt: now))
        }
        for (name, isAllowed) in [("y", true), ("z", false), ("x", true), ("z", false)] {
            let answer = try answer(name)
            #expect(answer.isAllowed == isAllowed)
            #expect(answer.ticket?.code == "code b")
        }
    }
}
