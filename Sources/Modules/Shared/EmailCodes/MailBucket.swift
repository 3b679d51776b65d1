/// The mails to one account, or to one address from all accounts that have not verified it: a number of mails at once,
/// and one more after each period.
///
/// It remembers the last attempts, so that repeating one costs nothing.
package struct MailBucket: Equatable, Sendable {
    /// The mails of a full bucket.
    package static let capacity = 5
    /// After how many milliseconds the bucket holds one more mail: when the long code of its last mail expires. A later
    /// mail would shut the owner out meanwhile, and an earlier one would only add mails.
    package static let period = CodeRules.longLifetime

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
    package mutating func admit(_ attempt: String, at now: Int64) -> Bool {
        if hasAdmitted(attempt) { return true }
        guard left(at: now) > 0 else { return false }
        fullAt = max(fullAt, now) + Self.period
        // A code lives at most a period, in which at most this many mails are admitted.
        attempts = attempts.suffix(Self.capacity) + [attempt]
        return true
    }

    /// How many mails the bucket holds.
    package func left(at now: Int64) -> Int64 {
        Int64(Self.capacity) - (max(fullAt - now, 0) + Self.period - 1) / Self.period
    }

    /// Refunds a mail that was not sent.
    package mutating func refund(_ attempt: String) {
        guard let index = attempts.firstIndex(of: attempt) else { return }
        attempts.remove(at: index)
        fullAt -= Self.period
    }

    /// Refunds a mail whose code was used, if the bucket is empty: the use has ended the long code that lets the owner
    /// in until the next mail.
    package mutating func refund(used attempt: String, at now: Int64) {
        guard left(at: now) <= 0, let index = attempts.firstIndex(of: attempt) else { return }
        attempts[index] = "-" + attempt
        fullAt -= Self.period
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
