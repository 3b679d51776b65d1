/// Remembers what the rules for emailed codes count. Every change is atomic, and the same change made again changes
/// nothing and gives the same result.
///
/// Times are in milliseconds since 1970. Keys hold digests only.
package protocol CodeStorage {
    // MARK: Asking for a code

    /// Begins a launch, or joins the one that is under way.
    /// - Parameters:
    ///   - own: the launch as this call would begin it.
    ///   - lastUse: a launch that began no later is not joined; nil if there is no such time.
    /// - Returns: what the call is in the launch.
    func begin(_ own: Launch, of key: String, after lastUse: Int64?, until end: Int64) throws(CodeStorageError)
        -> Launch.Role

    /// Notes that the first call of a launch has finished.
    func finish(_ code: String, of key: String) throws(CodeStorageError)

    /// Takes a mail out of a bucket.
    /// - Parameter isLong: whether the mail carries a long code in any case.
    /// - Returns: the admission; nil if the bucket is empty.
    func admit(
        _ attempt: String, to bucket: String, isLong: Bool, by rule: MailBucket.Rule, at now: Int64
    ) throws(CodeStorageError) -> MailBucket.Admission?

    /// Puts a mail back that was not sent.
    func giveBack(_ attempt: String, to bucket: String, by rule: MailBucket.Rule) throws(CodeStorageError)

    /// Puts a mail back whose code was used, if the bucket is empty.
    func settle(_ attempt: String, in bucket: String, by rule: MailBucket.Rule, at now: Int64)
        throws(CodeStorageError)

    /// The admission of an attempt to a bucket; nil if it was not admitted, or its mail was not sent.
    func admission(of attempt: String, to bucket: String) throws(CodeStorageError) -> MailBucket.Admission?

    /// Counts a mail of the deployment within a time that the key names.
    /// - Returns: whether the limit allows it.
    func spend(_ attempt: String, of key: String, atMost limit: Int64, until end: Int64) throws(CodeStorageError)
        -> Bool

    /// Takes a mail off that count which was not sent.
    func unspend(_ attempt: String, of key: String) throws(CodeStorageError)

    /// Keeps a long code under a digest of it.
    func keep(_ code: StoredLongCode, as key: String) throws(CodeStorageError)

    // MARK: Judging an answer

    /// Counts an answer in a session. An answer given before is not counted again.
    /// - Returns: whether it is among the first ones.
    func count(_ answer: String, in session: String, atMost limit: Int, until end: Int64) throws(CodeStorageError)
        -> Bool

    /// Counts a wrong answer of an account, up to a limit.
    func countWrong(_ answer: String, of account: String, atMost limit: Int, until end: Int64)
        throws(CodeStorageError)

    /// How many wrong answers an account has given since the last right one, up to the limit of counting.
    func wrongAnswers(of account: String) throws(CodeStorageError) -> Int

    /// Forgets the wrong answers of an account.
    func forgetWrong(of account: String) throws(CodeStorageError)

    /// The long code under a digest; nil if there is none.
    func longCode(_ key: String) throws(CodeStorageError) -> StoredLongCode?

    /// Uses up a long code.
    /// - Returns: whether this user is the one that has used it.
    func useLongCode(_ key: String, by user: String) throws(CodeStorageError) -> Bool

    /// Uses a code, and ends every code of the same account and client that was issued until now.
    /// - Parameters:
    ///   - issuedAt: when the code was issued.
    ///   - key: what stands for account and client.
    ///   - user: what identifies the session that uses it.
    /// - Returns: false if the code has ended.
    func use(
        codeOf issuedAt: Int64, of key: String, by user: String, at now: Int64, until end: Int64
    ) throws(CodeStorageError) -> Bool

    /// When a code of an account and a client was used last; nil if that is long ago.
    func lastUse(of key: String) throws(CodeStorageError) -> Int64?

    // MARK: Sessions that have no place of their own to keep a ticket

    /// Keeps the ticket of a session under a digest of the session, instead of the one before.
    /// - Returns: the ticket that is kept: for an attempt that has kept one before, that one.
    func keep(_ ticket: CodeTicket, of key: String, by attempt: String) throws(CodeStorageError) -> CodeTicket

    /// The ticket of a session; nil if there is none.
    func ticket(of key: String, session: String) throws(CodeStorageError) -> CodeTicket?
}

/// A long code as it is stored.
package struct StoredLongCode: Equatable, Sendable {
    /// When it was issued, in milliseconds since 1970.
    package let issuedAt: Int64
    /// When it ends, in milliseconds since 1970.
    package let expiresAt: Int64
    /// The attempt whose mail carried it, as the buckets know it.
    package let attempt: String
    /// An authentication code over the code, its times and whom it is for.
    package let authenticationCode: String

    package init(issuedAt: Int64, expiresAt: Int64, attempt: String, authenticationCode: String) {
        self.attempt = attempt
        self.issuedAt = issuedAt
        self.expiresAt = expiresAt
        self.authenticationCode = authenticationCode
    }
}

/// Why the storage did not do what it was asked to. Nothing may be assumed then. The texts are for the log.
package enum CodeStorageError: Error, Equatable, Sendable {
    /// The storage does not answer, or refuses.
    case unavailable(String)
    /// An item does not have the form in which it was written.
    case unreadable
    /// Too many others changed the same item at the same time.
    case contended
}

extension CodeStorageError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unavailable(let reason): reason
        case .unreadable: "an unreadable item"
        case .contended: "too many changes of one item at the same time"
        }
    }
}
