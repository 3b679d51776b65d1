import EmailCodes
import Testing

@Suite("A bucket of mails")
struct MailBucketTests {
    private let rule = MailBucket.Rule(capacity: 3, period: 1_000)

    private func admit(_ bucket: inout MailBucket, _ attempts: String..., at now: Int64) -> [Bool] {
        attempts.map { bucket.admit($0, by: rule, at: now) }
    }

    @Test("holds one more mail after each period, and no more than it can")
    func itFillsAgain() {
        var bucket = MailBucket()
        #expect(admit(&bucket, "a", "b", "c", "d", at: 5_000) == [true, true, true, false])
        #expect(admit(&bucket, "d", at: 5_999) == [false])
        #expect(bucket.left(by: rule, at: 7_999) == 2 && bucket.left(by: rule, at: 8_000) == 3)
        #expect(bucket.left(by: rule, at: 60_000) == 3)
        #expect(admit(&bucket, "d", "e", at: 6_000) == [true, false])
        #expect(admit(&bucket, "e", "f", "g", "h", at: 60_000) == [true, true, true, false])
    }

    @Test("an attempt that is repeated costs nothing")
    func repetitionCostsNothing() {
        var bucket = MailBucket()
        #expect(
            admit(&bucket, "a", "a", "b", "c", "c", "d", "a", at: 5_000) == [true, true, true, true, true, false, true])
        let before = bucket
        _ = admit(&bucket, "a", at: 5_500)
        #expect(bucket == before)
    }

    @Test("a mail that was not sent is refunded once, and only to the bucket that admitted it")
    func mailIsRefunded() {
        var bucket = MailBucket()
        _ = admit(&bucket, "a", "b", "c", at: 5_000)
        for attempt in ["c", "c", "z"] { bucket.refund(attempt, by: rule) }
        #expect(!bucket.hasAdmitted("c"))
        #expect(admit(&bucket, "d", "e", at: 5_000) == [true, false])
    }

    @Test("a mail whose code was used is refunded once, if the bucket is empty")
    func usedMailIsRefunded() {
        var bucket = MailBucket()
        _ = admit(&bucket, "a", "b", at: 5_000)
        bucket.refund(used: "b", by: rule, at: 5_000)
        #expect(bucket.left(by: rule, at: 5_000) == 1)
        _ = admit(&bucket, "c", at: 5_000)
        for _ in 0..<2 { bucket.refund(used: "c", by: rule, at: 5_000) }
        #expect(bucket.left(by: rule, at: 5_000) == 1)
        _ = admit(&bucket, "d", at: 5_000)
        bucket.refund(used: "c", by: rule, at: 5_000)
        #expect(bucket.left(by: rule, at: 5_000) == 0)
        #expect(bucket.hasAdmitted("c"))
    }

    @Test("is the same after it was stored")
    func partsAreRead() throws {
        var bucket = MailBucket()
        #expect(bucket.parts.isEmpty)
        _ = admit(&bucket, "a", "b", "c", at: 5_000)
        bucket.refund(used: "c", by: rule, at: 5_000)
        #expect(MailBucket(parts: bucket.parts) == bucket)
        #expect(bucket.parts.keys.sorted() == ["attempts", "fullAt"])
        #expect(MailBucket(parts: ["fullAt": .text("5000")]) == nil)
    }
}
