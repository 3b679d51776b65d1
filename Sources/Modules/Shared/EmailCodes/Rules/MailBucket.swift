/// Admits a number of mails at once, and one more after each period.
///
/// It remembers who was admitted last, so that an attempt that is repeated costs nothing.
package struct MailBucket: Equatable, Sendable {
    /// How many mails a bucket holds when it is full, and after how many milliseconds it holds one more.
    package struct Rule: Sendable {
        package let capacity: Int
        package let period: Int64
        /// How many of them it gives at one moment, and after how many milliseconds one more; nil for all of them.
        package let moment: (count: Int, period: Int64)?

        package init(capacity: Int, period: Int64, moment: (count: Int, period: Int64)? = nil) {
            self.capacity = capacity
            self.period = period
            self.moment = moment
        }
    }

    /// When the bucket is full again, in milliseconds since 1970.
    package internal(set) var fullAt: Int64 = 0
    /// When it gives as many mails at one moment again as its rule says.
    package internal(set) var momentAt: Int64 = 0
    /// The attempts admitted last, the oldest first. One whose mail was refunded because its code was used has a minus
    /// sign.
    package internal(set) var attempts: [String] = []

    /// A full bucket.
    package init() {}

    /// Whether an attempt was admitted and not refunded.
    package func hasAdmitted(_ attempt: String) -> Bool {
        attempts.contains(attempt) || attempts.contains("-" + attempt)
    }

    /// Admits a mail if the bucket holds one, or if it has admitted the same attempt before.
    package mutating func admit(_ attempt: String, by rule: Rule, at now: Int64) -> Bool {
        if hasAdmitted(attempt) { return true }
        guard left(by: rule, at: now) > 0 else { return false }
        if let moment = rule.moment {
            guard Self.left(of: moment.count, each: moment.period, until: momentAt, at: now) > 0 else { return false }
            momentAt = max(momentAt, now) + moment.period
        }
        fullAt = max(fullAt, now) + rule.period
        // No code lives longer than a period, and in that time no more than this can be admitted.
        attempts = attempts.suffix(rule.capacity) + [attempt]
        return true
    }

    /// How many mails the bucket holds.
    package func left(by rule: Rule, at now: Int64) -> Int64 {
        Self.left(of: rule.capacity, each: rule.period, until: fullAt, at: now)
    }

    /// What is left of a number of which one comes back each period, until all are there.
    private static func left(of count: Int, each period: Int64, until end: Int64, at now: Int64) -> Int64 {
        Int64(count) - (max(end - now, 0) + period - 1) / period
    }

    /// Refunds a mail that was not sent.
    package mutating func refund(_ attempt: String, by rule: Rule) {
        guard let index = attempts.firstIndex(of: attempt) else { return }
        attempts.remove(at: index)
        fullAt -= rule.period
    }

    /// Refunds a mail whose code was used, if the bucket is empty: a use ends the long code that would help the owner
    /// until the bucket holds a mail again.
    package mutating func refund(used attempt: String, by rule: Rule, at now: Int64) {
        guard left(by: rule, at: now) <= 0, let index = attempts.firstIndex(of: attempt) else { return }
        attempts[index] = "-" + attempt
        fullAt -= rule.period
    }
}

extension MailBucket: StoredCounts {
    package var parts: [String: StoredPart] {
        guard self != MailBucket() else { return [:] }
        var parts: [String: StoredPart] = [
            "fullAt": .number(fullAt), "attempts": .text(attempts.joined(separator: " ")),
        ]
        if momentAt > 0 { parts["momentAt"] = .number(momentAt) }
        return parts
    }

    package init?(parts: [String: StoredPart]) {
        for (name, part) in parts {
            switch (name, part) {
            case ("fullAt", .number(let time)): fullAt = time
            case ("momentAt", .number(let time)): momentAt = time
            case ("attempts", .text(let text)): attempts = text.split(separator: " ").map(String.init)
            case ("fullAt", _), ("momentAt", _), ("attempts", _): return nil
            default: break
            }
        }
    }
}
