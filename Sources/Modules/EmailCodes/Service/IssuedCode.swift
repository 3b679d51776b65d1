/// What a session that asked for a code gets.
package struct IssuedCode: Sendable {
    /// What has to be done about a mail.
    package enum Mail: Equatable, Sendable {
        /// Send this code: digits, or a long code in groups.
        case send(String)
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
        /// The account has got too many mails. The last one has a long code, which counts in this session too.
        case accountLimit = "account_limit"
        /// The address has got too many mails.
        case addressLimit = "address_limit"
        /// The deployment has sent as many mails as it may in this hour.
        case deploymentLimit = "deployment_limit"
        /// As many codes have been asked for in this hour by those who can get none.
        case strangerLimit = "stranger_limit"
    }

    /// What has counted the mail.
    enum Charge: Sendable {
        case bucket(String, by: MailBucket.Rule)
        case hour(String)
    }

    /// What the session keeps.
    package let ticket: CodeTicket
    /// What has to be done about a mail.
    package let mail: Mail
    /// What is given the mail back if it is not sent.
    let charges: [Charge]
    /// The attempt as the counts know it.
    let mark: String
}
