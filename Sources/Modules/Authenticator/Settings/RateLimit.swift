/// How often something may be done within a time.
package struct RateLimit: Sendable, Equatable {
    /// How often.
    package let count: Int
    /// Within how many seconds.
    package let seconds: Int64

    /// A limit.
    package init(_ count: Int, per seconds: Int64) {
        self.count = count
        self.seconds = seconds
    }
}

/// How often one user's codes may be sent and answered. The usual limits are those Authsignal publishes.
package struct RateLimits: Sendable {
    /// Codes sent.
    package var sending: RateLimit
    /// Answers to codes.
    package var verifying: RateLimit

    /// Limits; 12 codes in ten minutes and 10 answers in five unless told otherwise.
    package init(sending: RateLimit = RateLimit(12, per: 600), verifying: RateLimit = RateLimit(10, per: 300)) {
        self.sending = sending
        self.verifying = verifying
    }
}
