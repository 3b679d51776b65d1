import EmailCodes
import Primitives
import StandIns
import TestSupport
import Testing

@Suite("Codes by mail and their limits")
struct OneTimeCodesTests {
    @Test("a code is right for its requester and for no other, and once")
    func codeCountsInItsRequester() throws {
        let desk = try Desk()
        let (mine, other) = (try desk.ask(), try desk.ask())
        let code = try #require(mine.mail)
        #expect(code.utf8.count == 6)
        try expect(desk.answer(other, code), equals: .wrong(.wrongCode))
        try expect(desk.answer(mine, code, attempt: "first"), equals: .right)
        try expect(desk.answer(mine, code, attempt: "first"), equals: .right)
        try expect(desk.answer(mine, code), equals: .wrong(.alreadyUsed))
    }

    @Test("five different answers of a requester are judged; an answer given again does not count")
    func fiveAnswersAreJudged() throws {
        let desk = try Desk()
        let requester = try desk.ask()
        for number in [1, 1, 2, 3, 4, 5, 5] {
            try expect(desk.answer(requester, desk.wrong(requester, number)), equals: .wrong(.wrongCode))
        }
        try expect(desk.answer(requester, desk.wrong(requester, 6)), equals: .wrong(.tooManyGuesses))
        try expect(desk.answer(requester, #require(requester.mail)), equals: .wrong(.tooManyGuesses))
        try expect(desk.answer(requester, "12345"), equals: .wrong(.unusableAnswer))
        let next = try desk.ask()
        try expect(desk.answer(next, #require(next.mail)), equals: .right)
    }

    @Test("however many guesses are asked for, a code has at most five", arguments: [(1, 1), (5, 5), (6, 5), (100, 5)])
    func guessesHaveALimit(asked: Int, given: Int) throws {
        let desk = try Desk(CodeRules(lifetime: 300, guesses: asked, mailsPerHour: 100))
        let requester = try desk.ask()
        for number in 1...given {
            try expect(desk.answer(requester, desk.wrong(requester, number)), equals: .wrong(.wrongCode))
        }
        try expect(desk.answer(requester, #require(requester.mail)), equals: .wrong(.tooManyGuesses))
    }

    @Test(
        "a code ends after its lifetime, which is ten minutes at most", arguments: [(60, 60), (600, 600), (900, 600)])
    func codeEnds(lifetime: Int64, expected: Int64) throws {
        let desk = try Desk(CodeRules(lifetime: lifetime, mailsPerHour: 100))
        let requester = try desk.ask()
        desk.now += expected * 1_000
        try expect(desk.answer(requester, #require(requester.mail)), equals: .wrong(.expired))
        desk.now -= 1
        try expect(desk.answer(requester, #require(requester.mail)), equals: .right)
    }

    @Test(
        "a code is bound to its account, client, address and requester, and to the time when it was issued",
        arguments: [
            ("account", .closedRound), ("client", .closedRound), ("address", .wrongCode), ("requester", .closedRound),
            ("code", .closedRound), ("later", .expired),
        ] as [(String, Refusal)])
    func codeIsBound(part: String, refusal: Refusal) throws {
        let desk = try Desk()
        let requester = try desk.ask()
        let (ticket, owner) = (requester.ticket, Desk.owner)
        let account = CodeAccount(
            id: part == "account" ? "other" : owner.id, client: part == "client" ? "other" : owner.client,
            address: part == "address" ? "anna@other.test" : owner.address, isAddressVerified: true)
        let changed = CodeTicket(
            requester: part == "requester" ? "other" : ticket.requester,
            code: part == "code" ? ticket.code + "x" : ticket.code,
            issuedAt: ticket.issuedAt + (part == "later" ? 1_000 : 0))
        let code = try #require(requester.mail)
        if part == "later" { desk.now += 300_000 }
        let verdict = try desk.codes.judge(
            try #require(desk.codes.read(code)), changed, of: account, attempt: "answer", in: desk.storage, at: desk.now
        ) { _ in }
        #expect(verdict == .wrong(refusal))
        if part == "later" { desk.now -= 1 }
        try expect(desk.answer(requester, code), equals: .right)
    }

    @Test("the last mail that an account's bucket admits carries a long code, which is valid for every requester of it")
    func lastMailIsLong() throws {
        let desk = try Desk()
        let requesters = try (0..<5).map { _ in try desk.ask() }
        #expect(requesters.map { $0.mail?.utf8.count } == [6, 6, 6, 6, 19])
        #expect(requesters.map(\.isLong) == [false, false, false, false, true])
        let joining = try desk.ask()
        #expect(joining.issued.mail == .none(.accountLimit))
        let long = try #require(requesters[4].mail)
        for number in 1...30 {
            let guess = String(long.dropLast()) + (long.hasSuffix("\(number % 10)") ? "Z" : "\(number % 10)")
            try expect(desk.answer(joining, guess), equals: .wrong(.wrongCode))
        }
        try expect(desk.answer(joining, long.lowercased(), as: CodeAccount.sample("other")), equals: .wrong(.wrongCode))
        try expect(desk.answer(joining, long.lowercased(), attempt: "first"), equals: .right)
        try expect(desk.answer(joining, long, attempt: "first"), equals: .right)
        let web = CodeAccount(id: Desk.owner.id, client: "web", address: Desk.owner.address, isAddressVerified: true)
        for account in [Desk.owner, web] {
            try expect(desk.answer(requesters[0], long, as: account), equals: .wrong(.alreadyUsed))
        }
        desk.now += 1
        try expect((0..<2).map { _ in try desk.ask().mail?.utf8.count }, equals: [19, nil])
    }

    @Test("a wrong long answer is compared with long codes alone, whatever key the short ones have")
    func longAnswersMeetLongCodes() throws {
        let storage = MemoryCodeStorage()
        let requester = try Desk(storage: storage).ask()
        let desk = try Desk(storage: storage, key: 3)
        try expect(desk.answer(requester, "0000-0000-0000-0000"), equals: .wrong(.wrongCode))
    }

    @Test("a long code ends after ten minutes, and the next mail is admitted by then", arguments: [60, 300, 600])
    func longCodeEnds(lifetime: Int64) throws {
        let desk = try Desk(CodeRules(lifetime: lifetime, mailsPerHour: 100))
        let requesters = try (0..<5).map { _ in try desk.ask() }
        let long = try #require(requesters[4].mail)
        desk.now += 599_999
        try expect(desk.ask().mail, equals: nil)
        desk.now += 1
        try expect(desk.answer(requesters[4], long), equals: .wrong(.expired))
        try expect(desk.ask().mail?.utf8.count, equals: 19)
    }

    @Test(
        "after twenty wrong answers in a row every mail carries a long code, until an answer is right",
        arguments: StorageKind.allCases)
    func wrongAnswersMakeMailsLong(kind: StorageKind) throws {
        let desk = try Desk(storage: kind.storage())
        for _ in 0..<4 {
            let requester = try desk.ask()
            #expect(!requester.isLong)
            for number in 1...5 { _ = try desk.answer(requester, try desk.wrong(requester, number)) }
        }
        desk.now += 366 * 86_400_000
        let requester = try desk.ask()
        #expect(requester.isLong)
        try expect(desk.answer(requester, "000000"), equals: .wrong(.closedRound))
        try expect(desk.ask().isLong, equals: true)
        try expect(desk.answer(requester, #require(requester.mail)), equals: .right)
        try expect(desk.ask().isLong, equals: false)
    }

    @Test("using a code ends the others of that user and client, also a long one, and no later one or other client's")
    func useEndsOthers() throws {
        let desk = try Desk()
        let web = CodeAccount(
            id: Desk.owner.id, client: "web", address: Desk.owner.address, isAddressVerified: true)
        let (first, second, elsewhere) = (try desk.ask(), try desk.ask(), try desk.ask(web))
        _ = try desk.ask()
        let long = try desk.ask()
        try expect(desk.answer(second, #require(second.mail), attempt: "use"), equals: .right)
        try expect(desk.answer(first, #require(first.mail)), equals: .wrong(.alreadyUsed))
        try expect(desk.answer(long, #require(long.mail)), equals: .wrong(.alreadyUsed))
        try expect(desk.answer(elsewhere, #require(elsewhere.mail)), equals: .right)
        desk.now += 1
        let later = try desk.ask()
        try expect(desk.answer(second, #require(second.mail), attempt: "use"), equals: .right)
        try expect(desk.answer(later, #require(later.mail)), equals: .right)
    }

    @Test("a name that no user has gets the same steps and limits, and no answer is right")
    func strangersLookAlike() throws {
        let desk = try Desk()
        let phantom = CodeAccount.sample("name anna", nil)
        let requesters = try (0..<6).map { _ in try desk.ask(phantom) }
        #expect(requesters.map { $0.mail?.utf8.count } == [6, 6, 6, 6, 19, nil])
        for requester in requesters[..<5] {
            try expect(desk.answer(requester, #require(requester.mail)), equals: .wrong(.wrongCode))
        }
    }

    @Test("without a storage every request gets a code of its own, which is right until it expires")
    func withoutStorage() throws {
        let desk = try Desk(CodeRules(digits: 8, lifetime: 300, mailsPerHour: 1), storage: nil)
        for _ in 0..<10 {
            let requester = try desk.ask(repetition: "event")
            let code = try #require(requester.mail)
            #expect(code.utf8.count == 8)
            try expect(desk.answer(requester, "00000000"), equals: .wrong(.wrongCode))
            try expect(desk.answer(requester, code), equals: .right)
        }
    }

    @Test("a requester at the authenticator has the code of its last request, and twenty answers")
    func requesterHasItsLastCode() throws {
        let desk = try Desk()
        let storage = try #require(desk.storage)
        func answer(_ attempt: String) throws -> (isAllowed: Bool, ticket: CodeTicket?) {
            try desk.codes.countAnswer(
                try #require(desk.codes.read("000000")), attempt: attempt, by: "round", in: storage,
                at: desk.now)
        }
        try expect(answer("before").ticket, equals: nil)
        for attempt in ["a", "b", "a"] {
            try expect(desk.refusal(from: nil, requester: "round", attempt: attempt), equals: nil)
            desk.now += 1
        }
        let request = CodeRequest(account: Desk.owner, requester: "round", attempt: "b")
        let issued = try desk.codes.request(request, in: storage, at: desk.now)
        try expect(answer("before").ticket?.code, equals: issued.ticket.code)
        try expect(answer("before").ticket?.issuedAt, equals: Desk.start + 1)
        for number in 1..<20 { try expect(answer("\(number)").isAllowed, equals: true) }
        for (attempt, isAllowed) in [("more", false), ("1", true), ("even more", false)] {
            try expect(answer(attempt).isAllowed, equals: isAllowed)
        }
    }

    @Test("answers without a code are counted like others, and change nothing of the account's")
    func answersWithoutACodeAreCounted() throws {
        let server = TableServer()
        let desk = try Desk(storage: server.storage())
        for _ in 0..<5 { _ = try desk.ask() }
        let (account, refused) = (server.items.first { $0.key.hasPrefix("account#") }, try desk.ask())
        #expect(refused.issued.mail == .none(.accountLimit))
        for number in [1, 1, 2, 3, 4, 5] {
            let before = server.operations.count
            try expect(desk.answer(refused, desk.wrong(refused, number)), equals: .wrong(.closedRound))
            #expect(server.operations.dropFirst(before) == ["GetItem", "UpdateItem"])
        }
        try expect(desk.answer(refused, desk.wrong(refused, 6)), equals: .wrong(.tooManyGuesses))
        #expect(server.items[account?.key ?? ""] == account?.value)
    }
}
