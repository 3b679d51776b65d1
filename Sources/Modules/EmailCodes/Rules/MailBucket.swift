/// Admits a number of mails at once, and one more after each period.
///
/// It remembers the attempts that it admitted last, so that an attempt that is repeated costs nothing.
package struct MailBucket: Equatable, Sendable {
    /// How many mails a bucket holds when it is full, and after how many milliseconds it holds one more.
    package struct Rule: Equatable, Sendable {
        package let capacity: Int
        package let period: Int64
        /// How many of them it gives at one moment, and after how many milliseconds one more; nil for all of them.
        package let moment: Pace?

        package init(capacity: Int, period: Int64, moment: Pace? = nil) {
            self.capacity = capacity
            self.period = period
            self.moment = moment
        }
    }

    /// How many mails at one moment, and after how many milliseconds one more.
    package struct Pace: Equatable, Sendable {
        package let count: Int
        package let period: Int64

        package init(count: Int, period: Int64) {
            self.count = count
            self.period = period
        }
    }

    /// A mail that the bucket has admitted.
    package struct Admission: Equatable, Sendable {
        /// The attempt that asked.
        package let attempt: String
        /// Whether the mail carries a long code.
        package let isLong: Bool
        /// Whether the bucket has got the mail back because its code was used.
        package fileprivate(set) var isReturned: Bool

        package init(attempt: String, isLong: Bool, isReturned: Bool = false) {
            self.attempt = attempt
            self.isLong = isLong
            self.isReturned = isReturned
        }
    }

    /// When the bucket is full again, in milliseconds since 1970.
    package private(set) var fullAt: Int64
    /// When it gives as many mails at one moment again as its rule says.
    package private(set) var momentAt: Int64
    /// The last admissions, the oldest first.
    package private(set) var admissions: [Admission]

    /// A bucket in that state; a full one unless told otherwise.
    package init(fullAt: Int64 = 0, momentAt: Int64 = 0, admissions: [Admission] = []) {
        self.fullAt = fullAt
        self.momentAt = momentAt
        self.admissions = admissions
    }

    /// The admission of an attempt; nil if the attempt was not admitted, or too long ago to be repeated.
    package func admission(of attempt: String) -> Admission? { admissions.first { $0.attempt == attempt } }

    /// Admits a mail, if the bucket holds one.
    /// - Parameter isLong: whether the mail carries a long code in any case. The last mail that the bucket holds always
    ///   does.
    /// - Returns: the admission; nil if the bucket is empty.
    package mutating func admit(_ attempt: String, isLong: Bool, by rule: Rule, at now: Int64) -> Admission? {
        if let admission = admission(of: attempt) { return admission }
        let left = held(by: rule, at: now) - 1
        guard left >= 0 else { return nil }
        if let moment = rule.moment {
            guard Self.left(of: moment.count, each: moment.period, until: momentAt, at: now) > 0 else { return nil }
            momentAt = max(momentAt, now) + moment.period
        }
        fullAt = max(fullAt, now) + rule.period
        let admission = Admission(attempt: attempt, isLong: isLong || left == 0)
        // No code lives longer than a period, and in that time no more than this can be admitted.
        admissions = admissions.suffix(rule.capacity) + [admission]
        return admission
    }

    /// How many mails the bucket holds.
    private func held(by rule: Rule, at now: Int64) -> Int64 {
        Self.left(of: rule.capacity, each: rule.period, until: fullAt, at: now)
    }

    /// What is left of a number of which one comes back each period, until all are there.
    private static func left(of count: Int, each period: Int64, until end: Int64, at now: Int64) -> Int64 {
        Int64(count) - (max(end - now, 0) + period - 1) / period
    }

    /// Takes a mail back whose code was used, if the bucket is empty: a use ends the long code that would help the
    /// owner until the bucket holds a mail again.
    package mutating func settle(_ attempt: String, by rule: Rule, at now: Int64) {
        guard held(by: rule, at: now) <= 0,
            let index = admissions.firstIndex(where: { $0.attempt == attempt && !$0.isReturned })
        else { return }
        admissions[index].isReturned = true
        fullAt -= rule.period
    }

    /// Takes an admission back whose mail was not sent.
    package mutating func giveBack(_ attempt: String, by rule: Rule) {
        guard let index = admissions.firstIndex(where: { $0.attempt == attempt }) else { return }
        admissions.remove(at: index)
        fullAt -= rule.period
    }
}
