import EmailCodes
import Testing

@Suite("A bucket of mails")
struct MailBucketTests {
    private let rule = MailBucket.Rule(capacity: 3, period: 1_000)

    /// Whether each of some attempts is admitted: `short`, `long` or `none`.
    private func admit(_ bucket: inout MailBucket, _ attempts: String..., at now: Int64) -> [String] {
        attempts.map { attempt in
            bucket.admit(attempt, isLong: false, by: rule, at: now).map { $0.isLong ? "long" : "short" } ?? "none"
        }
    }

    @Test("a full one admits as many mails as it holds, the last of them with a long code")
    func lastMailIsLong() {
        var bucket = MailBucket()
        #expect(admit(&bucket, "a", "b", "c", "d", at: 5_000) == ["short", "short", "long", "none"])
    }

    @Test("it holds one more after each period, and no more than it can")
    func itFillsAgain() {
        var bucket = MailBucket()
        _ = admit(&bucket, "a", "b", "c", at: 5_000)
        #expect(admit(&bucket, "d", at: 5_999) == ["none"])
        #expect(admit(&bucket, "d", "e", at: 6_000) == ["long", "none"])
        #expect(admit(&bucket, "e", "f", "g", "h", at: 60_000) == ["short", "short", "long", "none"])
    }

    @Test("an attempt that is repeated costs nothing and gets the same")
    func repetitionCostsNothing() {
        var bucket = MailBucket()
        #expect(
            admit(&bucket, "a", "a", "b", "c", "c", "d", "a", at: 5_000) == [
                "short", "short", "short", "long", "long", "none", "short",
            ])
        let before = bucket
        _ = admit(&bucket, "a", at: 5_500)
        #expect(bucket == before)
    }

    @Test("a mail that was not sent is given back once, and only to the bucket that admitted it")
    func mailIsGivenBack() {
        var bucket = MailBucket()
        _ = admit(&bucket, "a", "b", "c", at: 5_000)
        for attempt in ["c", "c", "z"] { bucket.giveBack(attempt, by: rule) }
        #expect(bucket.admission(of: "c") == nil)
        #expect(admit(&bucket, "d", "e", at: 5_000) == ["long", "none"])
    }

    @Test("whenever it is empty, its last mail is younger than a period", arguments: 1...20 as ClosedRange<UInt64>)
    func emptyBucketHasAYoungLastMail(seed: UInt64) {
        var random = SeededRandom(seed)
        var bucket = MailBucket()
        var now: Int64 = 10_000
        var lastLong: Int64?
        for attempt in 0..<500 {
            now += Int64.random(in: 0...(attempt % 7 == 0 ? 5_000 : 400), using: &random)
            if let admission = bucket.admit("\(attempt)", isLong: false, by: rule, at: now) {
                if admission.isLong { lastLong = now }
            } else {
                #expect(now - (lastLong ?? 0) < rule.period)
            }
        }
    }
}
