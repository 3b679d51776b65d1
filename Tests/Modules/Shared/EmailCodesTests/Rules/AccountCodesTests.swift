import EmailCodes
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
            AccountCodes.Answer(
                code: code, session: "session-\(session ?? code)", client: client, mark: mark, isRight: isRight,
                attempt: attempt),
            by: rules, at: now + time)
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

    @Test("a call of another event, client or round, or one that nothing can repeat unsaid, shares nothing")
    func otherCallsDoNotShare() {
        var account = AccountCodes()
        #expect(request(&account, "a") == "a")
        #expect(request(&account, "b", repetition: "other") == "b")
        #expect(request(&account, "c", repetition: "") == "c")
        #expect(request(&account, "d", repetition: "") == "d")
    }

    @Test(
        "a call after the first has finished, after a code was used, or when the first can no longer be running, shares nothing",
        arguments: ["finished", "used", "lost"])
    func laterCallIsOnItsOwn(state: String) {
        var account = AccountCodes()
        _ = request(&account, "a")
        if state == "finished" { account.finish("a") }
        if state == "used" { #expect(answer(&account, "a", isRight: true) == .right) }
        #expect(request(&account, "b", at: state == "lost" ? 5_000 : 2) == "b")
    }

    @Test("the last mail has a long code, and so has every mail after twenty wrong answers")
    func someCodesAreLong() {
        var account = AccountCodes()
        let codes = ["a", "b", "c", "d", "e", "f"].map { request(&account, $0, repetition: "") }
        #expect(codes == ["a", "b", "c", "d", "long e", "refused"])
        for code in ["a", "b", "c", "d"] {
            for mark in 1...5 { #expect(answer(&account, code, isRight: false, mark: "\(mark)") == .wrong(.wrongCode)) }
        }
        #expect(request(&account, "g", repetition: "", at: 3_600_000) == "long g")
    }

    @Test("a code has five answers in each session, the right one among them")
    func answersAreLimited() {
        var account = AccountCodes()
        _ = (request(&account, "a"), request(&account, "b"))
        for mark in [1, 1, 2, 3, 4, 5] {
            #expect(answer(&account, "a", isRight: false, mark: "\(mark)") == .wrong(.wrongCode))
        }
        #expect(answer(&account, "a", isRight: true, mark: "6") == .wrong(.tooManyGuesses))
        #expect(answer(&account, "a", in: "c", isRight: true, mark: "6") == .wrong(.noCode))
        #expect(answer(&account, "a", in: "b", isRight: true, mark: "6") == .right)
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

    @Test("a refunded code is worthless, and its mail is there for the next")
    func refundedCodeIsWorthless() {
        var account = AccountCodes()
        _ = request(&account, "a", repetition: "")
        for _ in 0..<2 { account.refund("a", by: rules) }
        #expect(answer(&account, "a", isRight: true) == .wrong(.noCode))
        let codes = ["b", "c", "d", "a", "f", "g"].map { request(&account, $0, repetition: "") }
        #expect(codes == ["b", "c", "d", "a", "long f", "refused"])
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
        _ = answer(&account, "a", isRight: false)
        _ = answer(&account, "a", in: "b", isRight: true)
        _ = answer(&account, "g", isRight: false)
        #expect(AccountCodes(parts: account.parts) == account)
        for parts in [["code.a": StoredPart.text("?")], ["wrong": .text("1")], ["else": .number(1)]] {
            #expect(AccountCodes(parts: parts) == nil)
        }
    }
}
