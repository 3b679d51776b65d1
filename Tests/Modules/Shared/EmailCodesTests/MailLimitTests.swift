import EmailCodes
import Primitives
import TestSupport
import Testing

@Suite("The limits of mails with codes")
struct MailLimitTests {
    @Test("a mail that was refused is refunded to account and hour, and its code is worthless")
    func refusedMailIsRefunded() throws {
        let desk = try Desk(CodeRules(lifetime: 300, mailsPerHour: 5))
        for _ in 0..<7 {
            let requester = try desk.begin()
            try desk.finish(requester, isRefused: true)
            try expect(desk.answer(requester, #require(requester.mail)), equals: .wrong(.closedRound))
        }
        try expect((0..<4).map { _ in try desk.ask().mail?.utf8.count }, equals: [6, 6, 6, 6])
        let last = try desk.begin()
        try desk.finish(last, isRefused: true)
        try expect(desk.answer(last, #require(last.mail)), equals: .wrong(.wrongCode))
        try expect((0..<2).map { _ in try desk.ask().mail?.utf8.count }, equals: [19, nil])
    }

    @Test("an address gets five mails that any account may cause, and five more for each account that verified it")
    func addressIsLimited() throws {
        let desk = try Desk()
        let strangers = (0..<20).map { CodeAccount.sample("stranger \($0)", "Anna@EXAMPLE.test", verified: false) }
        let mails = try strangers.map { try desk.ask($0).issued.mail }
        #expect(mails.count { $0 == .none(.addressLimit) } == 15)
        for account in [Desk.owner, .sample("another that verified it")] {
            try expect((0..<6).map { _ in try desk.ask(account).mail?.utf8.count }, equals: [6, 6, 6, 6, 19, nil])
        }
    }

    @Test("a wrong answer gives no mail back to an address, a right one does if none is left")
    func rightAnswerGivesAMailBack() throws {
        for (isRight, mails) in [(false, 0), (true, 1)] {
            let desk = try Desk()
            let strangers = (0..<8).map { CodeAccount.sample("stranger \($0)", "a@example.test", verified: false) }
            let requesters = try strangers[..<5].map { try desk.ask($0) }
            let code = isRight ? try #require(requesters[4].mail) : try desk.wrong(requesters[4])
            _ = try desk.answer(requesters[4], code)
            try expect(strangers[5...].count { try desk.ask($0).mail != nil }, equals: mails)
        }
    }

    @Test("a right answer gives back the mail of its code, whatever other codes its account had")
    func usedMailIsGivenBack() throws {
        let desk = try Desk()
        let strangers = (0..<6).map { CodeAccount.sample("stranger \($0)", "a@example.test", verified: false) }
        for _ in 0..<40 { try desk.finish(desk.begin(strangers[0]), isRefused: true) }
        let requester = try desk.ask(strangers[0])
        for stranger in strangers[1..<5] { _ = try desk.ask(stranger) }
        try expect(desk.answer(requester, #require(requester.mail)), equals: .right)
        _ = try #require(try desk.ask(strangers[5]).mail)
    }

    @Test("what the hour refuses is refunded to the address")
    func addressIsRefunded() throws {
        let desk = try Desk(CodeRules(lifetime: 60, mailsPerHour: 1))
        desk.now += 3_599_000 - desk.now % 3_600_000
        _ = try desk.ask()
        let strangers = (0..<6).map { CodeAccount.sample("stranger \($0)", "a@example.test", verified: false) }
        for stranger in strangers { try expect(desk.ask(stranger).issued.mail, equals: .none(.deploymentLimit)) }
        desk.now += 1_000
        _ = try #require(try desk.ask(strangers[0]).mail)
    }

    @Test("the hour's mails are counted in parts, so that no item is hot")
    func hourHasParts() throws {
        let server = TableServer()
        let desk = try Desk(CodeRules(lifetime: 60, mailsPerHour: 100), storage: server.storage())
        let mails = try (0..<102).count {
            try desk.ask(CodeAccount.sample("user \($0)", "user\($0)@example.test")).mail != nil
        }
        // A mail whose part is full goes to the other one.
        #expect(mails == 100)
        #expect(server.items.keys.count { $0.hasPrefix("mails") } == 2)
    }

    @Test("the deployment's mails of an hour are limited; what was refused is refunded to the account")
    func deploymentIsLimited() throws {
        let desk = try Desk(CodeRules(lifetime: 60, mailsPerHour: 40))
        for number in 0..<40 {
            _ = try #require(try desk.ask(CodeAccount.sample("user \(number)", "user\(number)@example.test")).mail)
        }
        for _ in 0..<10 { try expect(desk.ask().issued.mail, equals: .none(.deploymentLimit)) }
        desk.now += 3_600_000
        try expect((0..<6).map { _ in try desk.ask().mail?.utf8.count }, equals: [6, 6, 6, 6, 19, nil])
    }

    @Test("names that no mail can go to have an hour of their own, of the same size")
    func strangersHaveABudget() throws {
        let desk = try Desk(CodeRules(lifetime: 60, mailsPerHour: 40))
        let answers = try (0..<100).map {
            try desk.ask(CodeAccount.sample("name \($0)", nil)).issued.mail
        }
        let refused = answers.count { $0 == .none(.strangerLimit) }
        let owners = try (0..<50).count {
            try desk.ask(CodeAccount.sample("user \($0)", "user\($0)@example.test")).mail != nil
        }
        #expect([refused, owners] == [60, 40])
    }

    @Test("a day has no more mails for one account than the page says, however short codes live", arguments: [60, 600])
    func dayIsLimited(lifetime: Int64) throws {
        let desk = try Desk(CodeRules(lifetime: lifetime, mailsPerHour: 100_000))
        var mails = 0
        for _ in 0...24 * 60 * 6 {
            if try desk.ask().mail != nil { mails += 1 }
            desk.now += 10_000
        }
        #expect(mails == 149)
    }
}
