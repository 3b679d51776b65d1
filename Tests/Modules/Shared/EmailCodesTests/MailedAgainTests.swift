import EmailCodes
import Primitives
import SignInMail
import StandIns
import TestSupport
import Testing

@Suite("A code that its requester asks for again")
struct MailedAgainTests {
    private let desk: Desk

    init() throws { desk = try Desk() }

    /// A requester with a code, and the same one after it has asked again.
    private func two(after time: Int64) throws -> (first: Desk.Requester, second: Desk.Requester) {
        let first = try desk.ask()
        desk.now += time
        return (first, try desk.ask(again: first))
    }

    @Test(
        "is mailed again while half of its life is left, with the time left; later the mail has another code",
        arguments: [(0, true), (1, true), (150_000, true), (150_001, false), (299_999, false), (300_000, false)])
    func sameCodeForHalfItsLife(time: Int64, isSame: Bool) throws {
        let (first, second) = try two(after: time)
        let code = try #require(first.mail)
        #expect((second.issued.mail == .again(code, timeLeft: 300_000 - time)) == isSame)
        #expect((second.mail == code) == isSame)
        let mailed = MailedCode(code, lifetime: (300_000 - time) / 1_000, isRepeated: true)
        #expect((second.issued.mailedCode(by: desk.codes.rules) == mailed) == isSame)
        if time < 300_000 { try expect(desk.answer(second, code), equals: .right) }
    }

    @Test("counts until it expires, however often it is mailed, and so does the one after it")
    func eachCodeHasItsOwnEnd() throws {
        let (first, second) = try two(after: 200_000)
        let (old, new) = (try #require(first.mail), try #require(second.mail))
        let third = try desk.ask(again: second)
        #expect(third.issued.mail == .again(new, timeLeft: 300_000))
        for (time, verdicts) in [
            (299_999, [CodeVerdict.right, .right]), (300_000, [.wrong(.wrongCode), .right]),
            (499_999, [.wrong(.wrongCode), .right]), (500_000, [.wrong(.expired), .wrong(.expired)]),
        ] as [(Int64, [CodeVerdict])] {
            for (code, verdict) in zip([old, new], verdicts) {
                // Each answer is tried on the same state.
                let copy = try Desk(storage: MemoryCodeStorage())
                let first = try copy.ask()
                copy.now += 200_000
                let second = try copy.ask(again: first)
                #expect([first.mail, second.mail] == [old, new])
                copy.now = Desk.start + time
                try expect(copy.answer(second, code), equals: verdict, "\(time)")
            }
        }
    }

    @Test("ends, with all the others, when one of them is used")
    func useEndsAll() throws {
        let (first, second) = try two(after: 200_000)
        try expect(desk.answer(second, #require(first.mail)), equals: .right)
        try expect(desk.answer(second, #require(second.mail)), equals: .wrong(.alreadyUsed))
        desk.now += 1
        let third = try desk.ask(again: second)
        #expect(third.mail != second.mail)
        try expect(desk.answer(third, #require(third.mail)), equals: .right)
    }

    @Test("costs each mail, of account, address and hour; the last mail has a long code, and both count")
    func everyMailIsCharged() throws {
        let desk = try Desk(CodeRules(lifetime: 300, mailsPerHour: 12))
        var requester = try desk.ask(CodeAccount.sample("user", verified: false))
        let code = try #require(requester.mail)
        var mails = [requester.issued.mail]
        for _ in 0..<5 {
            requester = try desk.ask(again: requester)
            mails.append(requester.issued.mail)
        }
        #expect(Array(mails[..<4]) == [.short(code)] + Array(repeating: .again(code, timeLeft: 300_000), count: 3))
        guard case .long(let long) = mails[4] else {
            Issue.record("\(mails[4])")
            return
        }
        #expect(mails[5] == .none(.accountLimit))
        // The address and the hour are charged as well.
        try expect(desk.ask(CodeAccount.sample("other", verified: false)).issued.mail, equals: .none(.addressLimit))
        let others = try (0..<8).map {
            try desk.ask(CodeAccount.sample("user \($0)", "\($0)@example.test")).mail != nil
        }
        #expect(others.count { $0 } == 7)
        try expect(desk.answer(requester, long, attempt: "a"), equals: .right)
        try expect(desk.answer(requester, code), equals: .wrong(.alreadyUsed))
    }

    @Test("lives on when its first mail is refused after another has left, and not when all are")
    func codeNeedsOneMail() throws {
        let first = try desk.begin()
        let (second, third) = (try desk.begin(again: first), try desk.begin(again: first))
        let code = try #require(first.mail)
        #expect([second.mail, third.mail] == [code, code])
        for requester in [first, third] { try desk.finish(requester, isRefused: true) }
        try expect(desk.answer(second, desk.wrong(first)), equals: .wrong(.wrongCode))
        try desk.finish(second, isRefused: true)
        try expect(desk.answer(second, code), equals: .wrong(.closedRound))
        try expect((0..<6).map { _ in try desk.ask().mail?.utf8.count }, equals: [6, 6, 6, 6, 19, nil])
    }

    @Test("a mail is refunded for a used code if none is left, though the first one was refused")
    func laterMailIsRefunded() throws {
        let first = try desk.begin()
        let second = try desk.ask(again: first)
        try desk.finish(first, isRefused: true)
        for _ in 0..<4 { _ = try desk.ask() }
        try expect(desk.ask().mail, equals: nil)
        for _ in 0..<2 { try expect(desk.answer(second, #require(second.mail), attempt: "a"), equals: .right) }
        desk.now += 1
        try expect((0..<2).map { _ in try desk.ask().mail?.utf8.count }, equals: [19, nil])
    }

    @Test("takes an answer of each code that the answer is compared with")
    func answerCountsForEachCode() throws {
        let (_, second) = try two(after: 200_000)
        for number in 1...5 {
            try expect(desk.answer(second, desk.wrong(second, number)), equals: .wrong(.wrongCode))
        }
        try expect(desk.answer(second, #require(second.mail)), equals: .wrong(.tooManyGuesses))
        // Ten wrong answers, and ten more in the same way: then every mail has a long code.
        let third = try desk.ask()
        desk.now += 200_000
        let fourth = try desk.ask(again: third)
        #expect(!fourth.isLong && fourth.mail != third.mail)
        for number in 1...5 { _ = try desk.answer(fourth, try desk.wrong(fourth, number)) }
        desk.now += 3_600_000
        try expect(desk.ask().isLong, equals: true)
    }

    @Test("takes no answer of a code that came after it, and an answer given again takes none")
    func answersAreCountedByCode() throws {
        let first = try desk.ask()
        for number in 1...3 { _ = try desk.answer(first, try desk.wrong(first, number)) }
        desk.now += 200_000
        let second = try desk.ask(again: first)
        for number in [1, 2, 3, 4, 5] { _ = try desk.answer(second, try desk.wrong(second, number)) }
        try expect(desk.answer(second, desk.wrong(second, 6)), equals: .wrong(.tooManyGuesses))
        try expect(desk.answer(second, desk.wrong(second, 5)), equals: .wrong(.wrongCode))
    }

    @Test("is not mailed again once it has no answers left: the mail has a code that has")
    func spentCodeIsNotMailedAgain() throws {
        let first = try desk.ask()
        for number in 1...5 { _ = try desk.answer(first, try desk.wrong(first, number)) }
        let second = try desk.ask(again: first)
        #expect(second.mail != first.mail)
        try expect(desk.answer(second, #require(second.mail)), equals: .right)
    }

    @Test("is not mailed again after twenty wrong answers: the mail has a long code, and the digits count on")
    func wrongAnswersMakeMailsLong() throws {
        func guessFiveTimes() throws {
            let requester = try desk.ask()
            for number in 1...5 { _ = try desk.answer(requester, try desk.wrong(requester, number)) }
        }
        for _ in 0..<3 { try guessFiveTimes() }
        desk.now += 3_600_000
        let own = try desk.ask()
        try guessFiveTimes()
        try expect(desk.ask(again: own).isLong, equals: true)
        try expect(desk.answer(own, #require(own.mail)), equals: .right)
    }

    @Test("a request that is repeated with the same attempt gets the same mail and costs nothing, even if it is late")
    func repeatedAttemptCostsNothing() throws {
        let first = try desk.ask()
        let second = try desk.begin(again: first)
        let code = try #require(first.mail)
        for timeLeft in [100_000, 0] as [Int64] {
            desk.now += 200_000
            let mails = [IssuedCode.Mail.short(code), .again(code, timeLeft: timeLeft)]
            for (requester, mail) in zip([first, second], mails) {
                let issued = try desk.codes.request(requester.request, in: desk.storage, at: desk.now)
                #expect(issued.ticket.code == first.ticket.code && issued.mail == mail)
            }
        }
        try expect((0..<4).map { _ in try desk.ask().mail?.utf8.count }, equals: [6, 6, 19, nil])
    }

    @Test("goes on with a key that has been replaced while it is known, and is another one after that")
    func keyIsReplaced() throws {
        func codes(_ key: UInt8, _ previous: UInt8?) -> OneTimeCodes {
            func bytes(_ byte: UInt8) -> [UInt8] { Array(repeating: byte, count: 32) }
            return OneTimeCodes(
                desk.codes.rules, CodeKeys(codes: bytes(key), previous: previous.map(bytes), counting: bytes(2)))
        }
        let first = try desk.ask()
        let code = try #require(first.mail)
        func ask(_ codes: OneTimeCodes) throws -> IssuedCode.Mail {
            let request = CodeRequest(
                account: Desk.owner, requester: first.request.requester, attempt: desk.id("attempt"))
            return try codes.request(request, in: desk.storage, at: desk.now).mail
        }
        try expect(ask(codes(3, 1)), equals: .again(code, timeLeft: 300_000))
        guard case .short(let new) = try ask(codes(4, 3)) else {
            Issue.record("not another code")
            return
        }
        #expect(new != code)
    }
}
