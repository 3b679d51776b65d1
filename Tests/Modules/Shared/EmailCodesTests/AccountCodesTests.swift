import EmailCodes
import Primitives
import TestSupport
import Testing

@Suite("The rules of one account's codes")
struct AccountCodesTests {
    private let rules = CodeRules(lifetime: 300, mailsPerHour: 100)
    private let now = Desk.start

    private func request(
        _ account: inout AccountCodes, _ id: String, of requester: String? = nil, client: String = "c",
        repetition: String = "event", at time: Int64 = 0
    ) -> String {
        let own = PendingCode(
            id: id, issuedAt: now + time, client: client, repetition: repetition,
            requester: "requester-\(requester ?? id)")
        return switch account.request(own, by: rules, at: now + time) {
        case .leads(let code): code.isLong ? "long \(code.id)" : code.id
        case .shares(let code): "shares \(code.id)"
        case .refused: "refused"
        }
    }

    private func answer(
        _ account: inout AccountCodes, _ code: String, of requester: String? = nil, isRight: Bool, mark: String = "m",
        by attempt: String = "attempt", client: String = "c", at time: Int64 = 1
    ) -> CodeVerdict {
        account.judge(
            AccountCodes.Answer(requester: "requester-\(requester ?? code)", client: client, attempt: attempt),
            by: rules,
            at: now + time
        ) { (mark: mark, isRight: isRight && $0 == code) }
    }

    @Test("calls that arrive while the first is unfinished share its code, three in all")
    func unfinishedCallsShare() {
        var account = AccountCodes()
        for (id, time, expected) in [
            ("a", 0, "a"), ("a", 1, "a"), ("b", 1_000, "shares a"), ("b", 1_001, "shares a"), ("c", 4_999, "shares a"),
            ("d", 1_000, "d"), ("b", 9_000, "shares a"), ("e", 1_001, "shares d"),
        ] {
            #expect(request(&account, id, at: Int64(time)) == expected, "\(id)")
        }
    }

    @Test(
        "a call shares nothing once the first has finished, a code was used, or the first can no longer be running",
        arguments: ["finished", "used", "refunded", "lost"])
    func laterCallIsOnItsOwn(state: String) {
        var account = AccountCodes()
        _ = request(&account, "a")
        if state == "finished" { account.finish("a") }
        if state == "refunded" { account.refund("a") }
        if state == "used" { #expect(answer(&account, "a", isRight: true) == .right) }
        #expect(request(&account, "b", at: state == "lost" ? 5_000 : 2) == "b")
    }

    @Test("a refund of a mail that carried a code again ends no other call")
    func refundEndsNoOtherCall() {
        var account = AccountCodes()
        _ = request(&account, "a")
        #expect(request(&account, "mail", of: "a", repetition: "") == "a")
        account.refund("mail")
        #expect(request(&account, "b", at: 1_000) == "shares a")
    }

    @Test(
        "a requester's mail carries again what was mailed to it as a short code for the same client",
        arguments: [
            ("S c   requester-a", true), ("L c   requester-a", false), ("S d   requester-a", false),
            // Its only mail was refunded.
            ("S c   requester-a ", false),
        ])
    func codeIsMailedAgain(text: String, isAgain: Bool) throws {
        var account = try #require(AccountCodes(parts: ["code.a": .text("\(now) \(text)")]))
        #expect(request(&account, "b", of: "a", at: 1) == (isAgain ? "a" : "b"))
    }

    /// The order of the codes in the account depends on their ids.
    @Test("a requester's mail carries the newest of its codes again", arguments: 0..<16)
    func newestCodeIsMailedAgain(number: Int) throws {
        let codes = [("old \(number)", now), ("new \(number)", now + 1)].map { id, time in
            ("code." + id, StoredPart.text("\(time) S c   requester-a"))
        }
        var account = try #require(AccountCodes(parts: Dictionary(uniqueKeysWithValues: codes)))
        #expect(request(&account, "b", of: "a", at: 2) == "new \(number)")
    }

    @Test(
        "once a code is used, only the same answer of the same attempt is right", arguments: ["attempt", "another"],
        [true, false])
    func usedCodeIsOver(attempt: String, isRight: Bool) {
        var account = AccountCodes()
        _ = request(&account, "a")
        #expect(answer(&account, "a", isRight: true) == .right)
        let isRepeated = attempt == "attempt" && isRight
        #expect(answer(&account, "a", isRight: isRight, by: attempt) == (isRepeated ? .right : .wrong(.alreadyUsed)))
    }

    @Test("an answer to codes whose keys are all unknown does not count")
    func unknownKeysJudgeNothing() {
        var account = AccountCodes()
        _ = request(&account, "a")
        let former = account
        let answer = AccountCodes.Answer(requester: "requester-a", client: "c", attempt: "attempt")
        let verdict = account.judge(answer, by: rules, at: now) { _ in nil }
        #expect(verdict == .wrong(.unknownKey) && account == former)
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
        account.refund("d")
        let again = PendingCode(id: "mail", issuedAt: now + 1, client: "c", repetition: "", requester: "requester-a")
        guard case .leads(let code) = account.request(again, by: rules, at: now + 1), code.id == "a" else {
            Issue.record("the mail does not carry the code again")
            return
        }
        _ = answer(&account, "a", isRight: false)
        _ = answer(&account, "a", of: "b", isRight: true)
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
