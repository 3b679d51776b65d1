/// The figures of the rules for emailed codes.
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
    /// In how many sessions one short code may count: Cognito calls a trigger three times at most.
    static let sessionsPerCode = 3
    /// A call that has not finished after this time, in milliseconds, never will: Cognito gives up on a call after the
    /// same time.
    static let longestCall: Int64 = 5_000
    /// The most answers that one session may give at the authenticator. Each waits a while before it is refused, and
    /// holds a process meanwhile.
    static let answersPerSession: Int64 = 20
    /// How long the requests and answers of a session are remembered, in milliseconds: no token of a round lives
    /// longer.
    static let memoryOfSessions: Int64 = 3_660_000
    /// After how many wrong answers in a row every mail carries a long code.
    package static let wrongAnswersUntilLong = 20
    /// How long a user's item is kept after a change, in milliseconds: wrong answers count until a right one, if it
    /// comes within ten years.
    static let memoryOfUsers: Int64 = 10 * 366 * 86_400_000
    /// How long the item of a name that no user has is kept.
    static let memoryOfStrangers: Int64 = 86_400_000
    /// How long a bucket that accounts share is kept after a change, in milliseconds: it is full again long before.
    static let memoryOfBuckets: Int64 = 7_200_000

    /// How long a long code is valid, in milliseconds, and after which time a bucket holds one more mail. The two are
    /// equal: a longer life would not be allowed, a later mail would shut the owner out in between, and an earlier one
    /// would only mean more mails a day.
    static let longLifetime = maximumLifetime * 1_000

    /// How long a code is valid, in milliseconds.
    package func lifetime(isLong: Bool) -> Int64 { isLong ? Self.longLifetime : lifetime }

    /// The mails to one account. The last one that the bucket admits carries a long code, and the next one is admitted
    /// before that code has expired.
    var account: MailBucket.Rule { MailBucket.Rule(capacity: 5, period: Self.longLifetime) }
    /// The mails to one address that all accounts together may cause that have not verified it.
    var address: MailBucket.Rule { account }
    /// What callers from one network may cause; nil for any number.
    var networks: NetworkRules? { NetworkRules(mails: mailsPerNetwork) }
    /// How many codes may be asked for in one round: more than a person does, who gets five mails at once.
    static let requestsPerRound: Int64 = 10

    /// The most guesses at short codes of one account that can be judged between two right answers.
    ///
    /// An answer is a guess at each code that it is compared with, and as many wrong answers. One wrong answer before
    /// mails become long, as many short codes as can be alive at once may still be open, each in as many sessions as
    /// may share it. A mail that carries a code again opens none: it takes the place of a mail with another code, and
    /// neither the code's end nor its answers begin anew. That stays below the 100 of NIST SP 800-63B-4, 3.2.2.
    package var maximumGuessesInARow: Int {
        Self.wrongAnswersUntilLong - 1 + (account.capacity - 1) * Self.sessionsPerCode * guesses
    }
}
