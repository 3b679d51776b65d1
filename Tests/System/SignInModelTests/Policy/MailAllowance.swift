/// How many mails may be sent: some at once, and one more after each period.
struct MailAllowance {
    let atOnce: Int64
    let period: Int64
    /// When as many as at the beginning may be sent at once, in milliseconds since 1970.
    private(set) var fullAt: Int64 = 0

    init(atOnce: Int64, period: Int64) {
        self.atOnce = atOnce
        self.period = period
    }

    /// How many mails may be sent now.
    func left(at now: Int64) -> Int64 {
        let missing = max(fullAt - now, 0)
        return atOnce - missing / period - (missing % period == 0 ? 0 : 1)
    }

    /// When one more mail may be sent, while not all of them may.
    func nextAt(_ now: Int64) -> Int64 {
        let missing = (fullAt - now) % period
        return now + (missing == 0 ? period : missing)
    }

    mutating func spend(at now: Int64) { fullAt = max(fullAt, now) + period }

    mutating func putBack() { fullAt -= period }
}
