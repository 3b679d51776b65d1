/// How often something may be done within a period.
package struct RateLimit: Sendable, Equatable {
    /// The number of times allowed.
    package let count: Int
    /// The length of the period, in seconds.
    package let seconds: Int64

    /// A limit.
    package init(_ count: Int, per seconds: Int64) {
        self.count = count
        self.seconds = seconds
    }
}

/// How often one user's codes may be sent and answered. The defaults are the limits that Authsignal publishes.
package struct RateLimits: Sendable {
    /// The limit for sending codes.
    package var sending: RateLimit
    /// The limit for answering codes.
    package var verifying: RateLimit

    /// Limits; by default 12 codes in ten minutes and 10 answers in five minutes.
    package init(sending: RateLimit = RateLimit(12, per: 600), verifying: RateLimit = RateLimit(10, per: 300)) {
        self.sending = sending
        self.verifying = verifying
    }
}
