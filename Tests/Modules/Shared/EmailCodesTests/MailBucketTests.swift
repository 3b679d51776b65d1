import EmailCodes
import Testing

@Suite("A bucket of mails")
struct MailBucketTests {
    private let now = Desk.start
    private let period = MailBucket.period

    private func admit(_ bucket: inout MailBucket, _ attempts: String..., after time: Int64 = 0) -> [Bool] {
        attempts.map { bucket.admit($0, at: now + time) }
    }

    @Test("holds one more mail after each period, and no more than it can")
    func itFillsAgain() {
        var bucket = MailBucket()
        #expect(admit(&bucket, "a", "b", "c", "d", "e", "f") == [true, true, true, true, true, false])
        #expect(admit(&bucket, "f", after: period - 1) == [false])
        #expect(bucket.left(at: now + 5 * period - 1) == 4 && bucket.left(at: now + 5 * period) == 5)
        #expect(bucket.left(at: now + 60 * period) == 5)
        #expect(admit(&bucket, "f", "g", after: period) == [true, false])
        #expect(
            admit(&bucket, "g", "h", "i", "j", "k", "l", after: 60 * period) == [true, true, true, true, true, false])
    }

    @Test("a mail that was not sent is refunded once, and only to the bucket that admitted it")
    func mailIsRefunded() {
        var bucket = MailBucket()
        _ = admit(&bucket, "a", "b", "c", "d", "e")
        for attempt in ["c", "c", "z"] { bucket.refund(attempt) }
        #expect(!bucket.hasAdmitted("c"))
        #expect(admit(&bucket, "f", "g") == [true, false])
    }

    @Test("a mail whose code was used is refunded once, if the bucket is empty")
    func usedMailIsRefunded() {
        var bucket = MailBucket()
        _ = admit(&bucket, "a", "b", "c", "d")
        bucket.refund(used: "b", at: now)
        #expect(bucket.left(at: now) == 1)
        _ = admit(&bucket, "e")
        for _ in 0..<2 { bucket.refund(used: "e", at: now) }
        #expect(bucket.left(at: now) == 1)
        _ = admit(&bucket, "f")
        bucket.refund(used: "e", at: now)
        #expect(bucket.left(at: now) == 0)
        #expect(bucket.hasAdmitted("e"))
    }

    @Test("is the same after it was stored")
    func partsAreRead() throws {
        var bucket = MailBucket()
        #expect(bucket.parts.isEmpty)
        _ = admit(&bucket, "a", "b", "c", "d", "e")
        bucket.refund(used: "e", at: now)
        #expect(MailBucket(parts: bucket.parts) == bucket)
        #expect(bucket.parts.keys.sorted() == ["attempts", "fullAt"])
        #expect(MailBucket(parts: ["fullAt": .text("5000")]) == nil)
    }
}
