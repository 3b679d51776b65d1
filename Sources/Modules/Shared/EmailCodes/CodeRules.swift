/// The limits of emailed codes.
///
/// They are chosen together: see `maximumGuessesInARow`.
package struct CodeRules: Equatable, Sendable {
    /// How many digits a short code has.
    package let digits: Int
    /// How long a short code is valid, in milliseconds.
    package let lifetime: Int64
    /// How many different answers of one requester are compared with a code.
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
    /// The most answers of one requester that may be judged for one code.
    package static let maximumGuesses = 5
    /// How many requesters may share a short code: Cognito calls a trigger at most three times.
    static let requestersPerCode = 3
    /// The longest time that a call takes, in milliseconds: Cognito then gives up on it.
    static let longestCall: Int64 = 5_000
    /// The most requests of one requester at the authenticator: more than a person needs, who gets five mails at once.
    static let requestsPerRequester: Int64 = 10
    /// The most answers of one requester at the authenticator. Each wrong one holds a process for a while.
    static let answersPerRequester: Int64 = 20
    /// How long the authenticator keeps a requester's requests and answers, in milliseconds: longer than any token of a
    /// round.
    static let memoryOfRequesters: Int64 = 3_660_000
    /// After how many wrong answers in a row every mail carries a long code.
    package static let wrongAnswersUntilLong = 20
    /// How long a user's item is kept after a change, in milliseconds: wrong answers count until a right one, for ten
    /// years.
    static let memoryOfUsers: Int64 = 10 * 366 * 86_400_000
    /// How long the item of a name that no user has is kept.
    static let memoryOfStrangers: Int64 = 86_400_000
    /// How long a shared bucket is kept after a change, in milliseconds: it is full long before.
    static let memoryOfBuckets: Int64 = 7_200_000

    /// How long a long code is valid, in milliseconds.
    static let longLifetime = maximumLifetime * 1_000

    /// How long a code is valid, in milliseconds.
    package func lifetime(isLong: Bool) -> Int64 { isLong ? Self.longLifetime : lifetime }

    /// The limits of networks; nil if there are none.
    var networks: NetworkRules? { NetworkRules(mails: mailsPerNetwork) }

    /// The most guesses at short codes of one account that are judged between two right answers.
    ///
    /// A wrong answer counts once for each code that it is compared with. One wrong answer before codes become long,
    /// every live short code may still be open to all requesters that share it. Mailing a code again adds no guesses:
    /// its end and its answers stay. The number is below the 100 of NIST SP 800-63B-4, 3.2.2.
    package var maximumGuessesInARow: Int {
        Self.wrongAnswersUntilLong - 1 + (MailBucket.capacity - 1) * Self.requestersPerCode * guesses
    }
}
