import EmailCodes
import Primitives
import TestSupport
import Testing

@Suite("The rules of one account's codes")
struct AccountCodesTests {
    private let rules = CodeRules(lifetime: 300, mailsPerHour: 100)
    private let now = Desk.start

    private func request(
        _ account: inout AccountCodes, _ id: String, client: String = "c", repetition: String = "event",
        at time: Int64 = 0
    ) -> String {
        let own = PendingCode(
            id: id, issuedAt: now + time, client: client, repetition: repetition, session: "session-\(id)")
        return switch account.request(own, by: rules, at: now + time) {
        case .leads(let code): code.isLong ? "long \(code.id)" : code.id
        case .shares(let code): "shares \(code.id)"
        case .refused: "refused"
        }
    }

    private func answer(
        _ account: inout AccountCodes, _ code: String, in session: String? = nil, isRight: Bool, mark: String = "m",
        by attempt: String = "attempt", client: String = "c", at time: Int64 = 1
    ) -> CodeVerdict {
        account.judge(
            AccountCodes.Answer(session: "session-\(session ?? code)", client: client, attempt: attempt), by: rules,
            at: now + time
        ) { AccountCodes.Comparison(mark: mark, isRight: isRight && $0 == code) }
    }

    @Test("calls that arrive while the first is unfinished share its code, three in all")
    func unfinishedCallsShare() {
        var account = AccountCodes()
        for (id, time, expected) in [
            ("a", 0, "a"), ("a", 1, "a"), ("b", 1_000, "shares a"), ("c", 4_999, "shares a"), ("d", 1_000, "d"),
            ("b", 9_000, "shares a"), ("e", 1_001, "shares d"),
        ] {
            #expect(request(&account, id, at: Int64(time)) == expected, "\(id)")
        }
    }

    @Test("a call that shares a code and is repeated takes no further place")
    func repeatedCallTakesOnePlace() {
        var account = AccountCodes()
        for id in ["a", "b", "b", "b", "c"] { _ = request(&account, id) }
        #expect(request(&account, "d") == "d")
    }

    @Test("a call of another event, client or round, or one that nothing can repeat unsaid, shares nothing")
    func otherCallsDoNotShare() {
        var account = AccountCodes()
        #expect(request(&account, "a") == "a")
        #expect(request(&account, "b", repetition: "other") == "b")
        #expect(request(&account, "c", repetition: "") == "c")
        #expect(request(&account, "d", repetition: "") == "d")
    }

    @Test(
        "a call shares nothing once the first has finished, a code was used, or the first can no longer be running",
        arguments: ["finished", "used", "refunded", "lost"])
    func laterCallIsOnItsOwn(state: String) {
        var account = AccountCodes()
        _ = request(&account, "a")
        if state == "finished" { account.finish("a") }
        if state == "refunded" { account.refund("a", by: rules) }
        if state == "used" { #expect(answer(&account, "a", isRight: true) == .right) }
        #expect(request(&account, "b", at: state == "lost" ? 5_000 : 2) == "b")
    }

    @Test("a use ends the codes of its client that were issued until then, and no more if it is repeated")
    func useEndsOthers() {
        var account = AccountCodes()
        for (id, client) in [("a", "c"), ("b", "c"), ("x", "other")] {
            _ = request(&account, id, client: client, repetition: "")
        }
        #expect(answer(&account, "b", isRight: true, by: "first") == .right)
        #expect(answer(&account, "a", isRight: true) == .wrong(.alreadyUsed))
        #expect(answer(&account, "b", isRight: true, by: "second") == .wrong(.alreadyUsed))
        #expect(request(&account, "later", repetition: "", at: 2) == "later")
        #expect(answer(&account, "b", isRight: true, by: "first", at: 3) == .right)
        #expect(answer(&account, "later", isRight: true, at: 4) == .right)
        #expect(answer(&account, "x", isRight: true, client: "other", at: 5) == .right)
    }

    @Test("a use ends what was issued after the code and before the use")
    func useEndsLaterCodes() {
        var account = AccountCodes()
        _ = request(&account, "a", repetition: "")
        _ = request(&account, "b", repetition: "", at: 10)
        #expect(answer(&account, "a", isRight: true, at: 20) == .right)
        #expect(answer(&account, "b", isRight: true, at: 30) == .wrong(.alreadyUsed))
    }

    @Test("a use ends what was issued until its code was, also if the clock of whoever judges it is behind")
    func useByAClockThatIsBehind() {
        var account = AccountCodes()
        _ = request(&account, "a", repetition: "", at: 8)
        _ = request(&account, "b", repetition: "", at: 10)
        #expect(answer(&account, "b", isRight: true, at: 5) == .right)
        for code in ["a", "b"] {
            #expect(answer(&account, code, isRight: true, by: "another", at: 9) == .wrong(.alreadyUsed))
        }
    }

    @Test("a long code is used once at any client, until its own end, and not if its mail was refunded")
    func longCodeIsUsedOnce() throws {
        var account = AccountCodes()
        for id in ["a", "b", "c", "d", "e"] { _ = request(&account, id, repetition: "") }
        #expect(account.longCodes.map(\.id) == ["e"])
        func use(_ client: String, by attempt: String, at time: Int64) throws -> CodeVerdict {
            let code = try #require(account.longCodes.first)
            return account.use(code, at: client, by: attempt, rules, now: now + time)
        }
        try expect(use("c", by: "first", at: 600_000), equals: .wrong(.expired))
        try expect(use("c", by: "first", at: 599_999), equals: .right)
        try expect(use("other", by: "second", at: 599_999), equals: .wrong(.alreadyUsed))
        account.refund("e", by: rules)
        #expect(account.longCodes.isEmpty)
    }

    @Test("a request forgets the answers and uses that can matter no more, and none that can")
    func onlyOldThingsAreForgotten() {
        var account = AccountCodes()
        _ = request(&account, "a", repetition: "")
        _ = answer(&account, "a", isRight: false)
        let live = account.parts.keys.filter { $0.hasPrefix("answers.") || $0.hasPrefix("code.") }
        _ = request(&account, "b", client: "d", repetition: "", at: 599_999)
        #expect(live.allSatisfy { account.parts[$0] != nil } && live.count == 2)
        #expect(answer(&account, "b", isRight: true, client: "d", at: 600_000) == .right)
        _ = request(&account, "f", client: "d", repetition: "", at: 700_000)
        #expect(live.allSatisfy { account.parts[$0] == nil } && account.parts["code.b"] != nil)
        _ = request(&account, "c", repetition: "", at: 1_799_999)
        #expect(account.parts.keys.filter { $0.hasPrefix("used.") } == ["used.d"])
        _ = request(&account, "e", repetition: "", at: 1_800_000)
        #expect(!account.parts.keys.contains { $0.hasPrefix("used.") })
    }

    @Test("whenever no mail is left, a long code lives", arguments: 1...20 as ClosedRange<UInt64>)
    func emptyBucketHasALongCode(seed: UInt64) {
        var random = SeededRandom(seed)
        var (account, time, lastLong): (AccountCodes, Int64, Int64?) = (AccountCodes(), 0, nil)
        for attempt in 0..<500 {
            time += Int64.random(in: 0...(attempt % 7 == 0 ? 3_000_000 : 240_000), using: &random)
            let code = request(&account, "\(attempt)", repetition: "", at: time)
            if code.hasPrefix("long") { lastLong = time }
            if code == "refused" { #expect(time - (lastLong ?? 0) < rules.lifetime(isLong: true)) }
        }
    }

    @Test("an account is the same after it was stored; at rest it has no parts")
    func partsAreRead() {
        var account = AccountCodes()
        #expect(account.parts.isEmpty)
        for id in ["a", "b", "c", "d", "e", "f", "g"] { _ = request(&account, id) }
        account.finish("a")
        account.refund("d", by: rules)
        let again = PendingCode(id: "mail", issuedAt: now + 1, client: "c", repetition: "", session: "session-a")
        guard case .leads(let code) = account.request(again, by: rules, at: now + 1), code.id == "a" else {
            Issue.record("the mail does not carry the code again")
            return
        }
        _ = answer(&account, "a", isRight: false)
        _ = answer(&account, "a", in: "b", isRight: true)
        _ = answer(&account, "g", isRight: false)
        #expect(AccountCodes(parts: account.parts) == account)
        let text = "1 S c r - s"
        #expect(AccountCodes(parts: ["code.a": .text(text)]) != nil)
        for parts in [
            ["code.a": StoredPart.text("?")], ["code": .text(text)], ["code.a": .text(text + " more more")],
            ["code.a": .text("1 X c r - s")], ["wrong": .text("1")], ["else": .number(1)],
        ] {
            #expect(AccountCodes(parts: parts) == nil)
        }
    }
}
