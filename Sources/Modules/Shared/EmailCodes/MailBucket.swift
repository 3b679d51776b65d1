/// Admits a number of mails at once, and one more after each period.
///
/// It remembers the last attempts, so that repeating one costs nothing.
package struct MailBucket: Equatable, Sendable {
    /// The capacity of a full bucket, and the milliseconds after which it holds one more mail.
    package struct Rule: Sendable {
        package let capacity: Int
        package let period: Int64

        package init(capacity: Int, period: Int64) {
            self.capacity = capacity
            self.period = period
        }
    }

    /// When the bucket is full again, in milliseconds since 1970.
    package internal(set) var fullAt: Int64 = 0
    /// The attempts admitted last, the oldest first. A minus sign marks one whose mail was refunded because its code
    /// was used.
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
        fullAt = max(fullAt, now) + rule.period
        // A code lives at most a period, in which at most this many mails are admitted.
        attempts = attempts.suffix(rule.capacity) + [attempt]
        return true
    }

    /// How many mails the bucket holds.
    package func left(by rule: Rule, at now: Int64) -> Int64 {
        Int64(rule.capacity) - (max(fullAt - now, 0) + rule.period - 1) / rule.period
    }

    /// Refunds a mail that was not sent.
    package mutating func refund(_ attempt: String, by rule: Rule) {
        guard let index = attempts.firstIndex(of: attempt) else { return }
        attempts.remove(at: index)
        fullAt -= rule.period
    }

    /// Refunds a mail whose code was used, if the bucket is empty: the use has ended the long code that lets the owner
    /// in until the next mail.
    package mutating func refund(used attempt: String, by rule: Rule, at now: Int64) {
        guard left(by: rule, at: now) <= 0, let index = attempts.firstIndex(of: attempt) else { return }
        attempts[index] = "-" + attempt
        fullAt -= rule.period
    }
}

extension MailBucket: StoredCounts {
    package var parts: [String: StoredPart] {
        guard self != MailBucket() else { return [:] }
        return ["fullAt": .number(fullAt), "attempts": .text(attempts.joined(separator: " "))]
    }

    package init?(parts: [String: StoredPart]) {
        for (name, part) in parts {
            switch (name, part) {
            case ("fullAt", .number(let time)): fullAt = time
            case ("attempts", .text(let text)): attempts = text.split(separator: " ").map(String.init)
            case ("fullAt", _), ("attempts", _): return nil
            default: break
            }
        }
    }
}
