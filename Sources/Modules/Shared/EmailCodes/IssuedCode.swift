internal import ExpiringState
package import SignInMail

/// A requester's request for a code.
package struct CodeRequest: Sendable {
    /// Whom the code is for.
    package let account: CodeAccount
    /// Identifies the requester. Only its answers can match a short code.
    ///
    /// At the authenticator this is the round of the caller's token. In Create it is a random id, which the rounds of a
    /// step hand on. It outlives the rounds: after a wrong answer the code stays valid.
    package let requester: String
    /// Identifies the attempt: repeating it gives the same code and costs nothing.
    package let attempt: String
    /// The same for a request and its repetitions, if these have other attempts; nil if they have the same attempt.
    /// Requests with the same value that arrive together share one code.
    package let repetition: String?

    /// Makes a request.
    package init(account: CodeAccount, requester: String, attempt: String, repetition: String? = nil) {
        self.account = account
        self.requester = requester
        self.attempt = attempt
        self.repetition = repetition
    }
}

/// The answer to a request for a code.
package struct IssuedCode: Sendable {
    /// What has to be done about a mail.
    package enum Mail: Equatable, Sendable {
        /// Send this code: digits.
        case short(String)
        /// Send the digits of an earlier mail of the requester again, and say how long they are still valid, in
        /// milliseconds.
        case again(String, timeLeft: Int64)
        /// Send this code: 80 bits, in groups.
        case long(String)
        /// Send nothing. For the caller this must look like a code that was sent.
        case none(Reason)
    }

    /// Why no mail is sent. The words are for log and metrics.
    package enum Reason: String, Equatable, Sendable {
        /// The requester shares the code and the mail of an unfinished call.
        case shared = "repeated"
        /// The caller's network has caused too many mails.
        case callerLimit = "caller_limit"
        /// The requester has asked for too many codes: at the authenticator, in one round.
        case roundLimit = "round_limit"
        /// The account has already been sent too many mails. The last one has a long code, which is valid for this
        /// requester too.
        case accountLimit = "account_limit"
        /// The address has already been sent too many mails.
        case addressLimit = "address_limit"
        /// The deployment has already sent this hour's mails.
        case deploymentLimit = "deployment_limit"
        /// The hour's budget of requests that cannot be mailed is used up.
        case strangerLimit = "stranger_limit"
    }

    /// What the requester keeps of it.
    package let ticket: CodeTicket
    /// What has to be done about a mail.
    package let mail: Mail
    /// What has counted the mail; nil without limits, and if no mail is sent.
    let charges: Charges?

    /// The items that have counted a mail, with their values, so that a refund needs no read.
    struct Charges: Sendable {
        /// The mail's id, under which it was counted.
        let mail: String
        let account: AccountCodes
        var address: MailBucket?
        var hour: StateKey?
    }
}

/// The account that a code is for: a user's, or a stand-in for an unknown user.
package struct CodeAccount: Equatable, Sendable {
    /// Identifies the account in the storage, for example by user pool and `sub`. A stand-in's is made from the typed
    /// name, and never equals a user's.
    package let id: String
    /// The client that the user signs in to: using a code ends the account's other codes at this client.
    package let client: String
    /// The only address that a code may go to; nil if there is none. Counts of an account without one are soon
    /// forgotten, because strangers can make up many.
    package let address: String?
    /// Whether the account has verified the address.
    package let isAddressVerified: Bool

    /// Whether a mail can go to the account.
    var canGetMail: Bool { address != nil }

    /// Makes an account.
    package init(id: String, client: String, address: String?, isAddressVerified: Bool) {
        self.id = id
        self.client = client
        self.address = address
        self.isAddressVerified = isAddressVerified
    }
}

/// What a requester keeps of its code. Without the key, the code cannot be computed from it.
package struct CodeTicket: Equatable, Sendable {
    /// Identifies the requester.
    package let requester: String
    /// The code's id.
    package let code: String
    /// When the code was issued, in milliseconds since 1970.
    package let issuedAt: Int64

    /// Makes a ticket.
    package init(requester: String, code: String, issuedAt: Int64) {
        self.requester = requester
        self.code = code
        self.issuedAt = issuedAt
    }
}

extension IssuedCode {
    /// The code as its mail has it. Where nothing is to be sent it has no text, and goes through the same steps.
    package func mailedCode(by rules: CodeRules) -> MailedCode {
        switch mail {
        case .short(let digits): MailedCode(digits, lifetime: rules.lifetime / 1_000)
        case .again(let digits, let timeLeft): MailedCode(digits, lifetime: timeLeft / 1_000, isRepeated: true)
        case .long(let text): MailedCode(text, .long, lifetime: CodeRules.longLifetime / 1_000)
        case .none: MailedCode("", lifetime: rules.lifetime / 1_000)
        }
    }

    /// Why no mail is to be sent; nil if one is.
    package var withheld: Reason? {
        if case .none(let reason) = mail { reason } else { nil }
    }

    /// The outcome for the code, in a word for the metrics.
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
