/// The limits of emailed codes.
///
/// They are chosen together: see `maximumGuessesInARow`.
package struct CodeRules: Equatable, Sendable {
    /// How many digits a short code has.
    package let digits: Int
    /// How long a short code is valid, in milliseconds.
    package let lifetime: Int64
    /// How many different answers are compared with a code in one session.
    package let guesses: Int
    /// How many mails the whole deployment sends in one hour of the clock. Requests that cannot be mailed have their
    /// own budget of the same size.
    package let mailsPerHour: Int64
    /// How many mails one customer's network may cause (`NetworkRules`); 0 for any number.
    package let mailsPerNetwork: Int64

    /// Rules with those figures.
    /// - Parameters:
    ///   - lifetime: in seconds; more than ten minutes count as ten minutes (OWASP ASVS 5.0, 6.5.5).
    ///   - guesses: more than `maximumGuesses` count as that many.
    package init(
        digits: Int = 6, lifetime: Int64, guesses: Int = maximumGuesses, mailsPerHour: Int64,
        mailsPerNetwork: Int64 = 30
    ) {
        self.digits = digits
        self.lifetime = min(lifetime, Self.maximumLifetime) * 1_000
        self.guesses = min(guesses, Self.maximumGuesses)
        self.mailsPerHour = mailsPerHour
        self.mailsPerNetwork = mailsPerNetwork
    }

    /// The longest lifetime of a code, in seconds. Every long code has it.
    package static let maximumLifetime: Int64 = 600
    /// The most answers that may be judged in one session for one code.
    package static let maximumGuesses = 5
    /// How many sessions may share a short code: Cognito calls a trigger at most three times.
    static let sessionsPerCode = 3
    /// The longest time that a call takes, in milliseconds: Cognito then gives up on it.
    static let longestCall: Int64 = 5_000
    /// The most answers of one session at the authenticator. Each wrong one holds a process for a while.
    static let answersPerSession: Int64 = 20
    /// How long the requests and answers of a session are kept, in milliseconds: longer than any token of a round.
    static let memoryOfSessions: Int64 = 3_660_000
    /// After how many wrong answers in a row every mail carries a long code.
    package static let wrongAnswersUntilLong = 20
    /// How long a user's item is kept after a change, in milliseconds: wrong answers count until a right one, for ten
    /// years.
    static let memoryOfUsers: Int64 = 10 * 366 * 86_400_000
    /// How long the item of a name that no user has is kept.
    static let memoryOfStrangers: Int64 = 86_400_000
    /// How long a shared bucket is kept after a change, in milliseconds: it is full long before.
    static let memoryOfBuckets: Int64 = 7_200_000

    /// How long a long code is valid, in milliseconds, and after which time a bucket holds one more mail. The two are
    /// equal: a longer life is not allowed, a later mail would shut the owner out meanwhile, and an earlier one would
    /// only add mails.
    static let longLifetime = maximumLifetime * 1_000

    /// How long a code is valid, in milliseconds.
    package func lifetime(isLong: Bool) -> Int64 { isLong ? Self.longLifetime : lifetime }

    /// The mails to one account. The bucket's last mail carries a long code, and the next mail is allowed when that
    /// code expires.
    var account: MailBucket.Rule { MailBucket.Rule(capacity: 5, period: Self.longLifetime) }
    /// The mails to one address from all accounts that have not verified it.
    var address: MailBucket.Rule { account }
    /// The limits of networks; nil if there are none.
    var networks: NetworkRules? { NetworkRules(mails: mailsPerNetwork) }
    /// How many codes may be asked for in one round: more than a person needs, who gets five mails at once.
    static let requestsPerRound: Int64 = 10

    /// The most guesses at short codes of one account that are judged between two right answers.
    ///
    /// An answer is a guess, and if wrong a wrong answer, for each code that it is compared with. One wrong answer
    /// before codes become long, every live short code may still be open in all sessions that share it. Mailing a code
    /// again adds no guesses: its end and its answers stay. The number is below the 100 of NIST SP 800-63B-4, 3.2.2.
    package var maximumGuessesInARow: Int {
        Self.wrongAnswersUntilLong - 1 + (account.capacity - 1) * Self.sessionsPerCode * guesses
    }
}
