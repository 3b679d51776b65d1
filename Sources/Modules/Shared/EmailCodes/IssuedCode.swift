internal import ExpiringState
package import SignInMail

/// What is asked when a session asks for a code.
package struct CodeRequest: Sendable {
    /// Whom the code is for.
    package let account: CodeAccount
    /// Identifies the session in which a short code will count.
    package let session: String
    /// Identifies the attempt: a request that is repeated with the same attempt gets the same code and costs nothing.
    package let attempt: String
    /// What a request and its repetitions have in common, if the caller repeats requests without saying so; nil if the
    /// attempt alone tells. Requests with the same value that arrive together share one code.
    package let repetition: String?

    /// A request with those parts.
    package init(account: CodeAccount, session: String, attempt: String, repetition: String? = nil) {
        self.account = account
        self.session = session
        self.attempt = attempt
        self.repetition = repetition
    }
}

/// What a session that asked for a code gets.
package struct IssuedCode: Sendable {
    /// What has to be done about a mail.
    package enum Mail: Equatable, Sendable {
        /// Send this code: digits.
        case short(String)
        /// Send this code again, digits that an earlier mail of the session carries, and say how long it still lives,
        /// in milliseconds.
        case again(String, timeLeft: Int64)
        /// Send this code: 80 bits, in groups.
        case long(String)
        /// Send nothing. For the caller this must look like a code that was sent.
        case none(Reason)
    }

    /// Why no mail is sent. The words are for log and metrics.
    package enum Reason: String, Equatable, Sendable {
        /// The session shares the code and the mail of a call that is under way.
        case shared = "repeated"
        /// The caller's network has caused too many mails.
        case callerLimit = "caller_limit"
        /// Too many codes were asked for in the session.
        case roundLimit = "round_limit"
        /// The account has already been sent too many mails. The last one has a long code, which counts in this session
        /// too.
        case accountLimit = "account_limit"
        /// The address has already been sent too many mails.
        case addressLimit = "address_limit"
        /// The deployment has sent as many mails as it may in this hour.
        case deploymentLimit = "deployment_limit"
        /// The hour's budget of requests that cannot be mailed is used up.
        case strangerLimit = "stranger_limit"
    }

    /// What the session keeps.
    package let ticket: CodeTicket
    /// What has to be done about a mail.
    package internal(set) var mail: Mail
    /// What has counted the mail.
    var charges = Charges()

    /// What has counted a mail. What each item held then is known, so that a change of it needs no reading.
    struct Charges: Sendable {
        /// The mail's id, under which it was counted.
        var mail = ""
        var account: AccountCodes?
        var address: MailBucket?
        var hour: StateKey?
    }
}

/// Whom a code is for: a user, or a stand-in for a user who does not exist.
package struct CodeAccount: Equatable, Sendable {
    /// Identifies the account among all that share the storage: for instance the user pool and the user's `sub`. For a
    /// stand-in it is made from the name that the caller typed, and never equals a user's.
    package let id: String
    /// The client that the user signs in to: using a code ends the others of this account and client.
    package let client: String
    /// The one address that a code may go to; nil if there is none. What is counted for an account without one is soon
    /// forgotten, because strangers make such accounts up.
    package let address: String?
    /// Whether the account has verified the address.
    package let isAddressVerified: Bool

    /// Whether a mail can go to the account.
    var canGetMail: Bool { address != nil }

    /// An account with those parts.
    package init(id: String, client: String, address: String?, isAddressVerified: Bool) {
        self.id = id
        self.client = client
        self.address = address
        self.isAddressVerified = isAddressVerified
    }
}

/// What a session keeps of the code that it asked for. It holds nothing from which the code could be computed without
/// the key.
package struct CodeTicket: Equatable, Sendable {
    /// Identifies the session.
    package let session: String
    /// The code's id.
    package let code: String
    /// When the code was issued, in milliseconds since 1970.
    package let issuedAt: Int64

    /// A ticket with those parts.
    package init(session: String, code: String, issuedAt: Int64) {
        self.session = session
        self.code = code
        self.issuedAt = issuedAt
    }
}

extension IssuedCode {
    /// The code as its mail has it. Where nothing is to be sent it has no text, and goes through the same steps.
    package func mailedCode(by rules: CodeRules) -> MailedCode {
        switch mail {
        case .short(let digits): MailedCode(digits, lifetime: rules.lifetime(isLong: false) / 1_000)
        case .again(let digits, let timeLeft): MailedCode(digits, lifetime: timeLeft / 1_000, isRepeated: true)
        case .long(let text): MailedCode(text, .long, lifetime: rules.lifetime(isLong: true) / 1_000)
        case .none: MailedCode("", lifetime: rules.lifetime(isLong: false) / 1_000)
        }
    }

    /// Why no mail is to be sent; nil if one is.
    package var withheld: Reason? {
        if case .none(let reason) = mail { reason } else { nil }
    }

    /// What became of the code, in a word for the metrics.
    /// - Parameter isSent: whether the mail was handed on, or there was none to send.
    package func outcome(isSent: Bool) -> String {
        guard isSent else { return "unsent" }
        switch mail {
        case .short, .again: return "issued"
        case .long: return "issued_long"
        case .none(let reason): return reason.rawValue
        }
    }
}
