/// Every mail that a user can get. None of them holds a link, a token or a user's id.
package enum MailMessage: Equatable, Sendable {
    /// A code with which the user signs in.
    case signInCode(MailedCode)
    /// A code which proves that the address is the user's, so that codes can be sent to it from now on.
    case addressCode(MailedCode)
    /// The account has its first passkey.
    case firstPasskeyAdded(PasskeyLabel)
    /// The account has a further passkey, besides the others.
    case passkeyAdded(PasskeyLabel, others: [PasskeyLabel])
    /// A passkey was removed.
    case passkeyRemoved(PasskeyLabel)
    /// The account has another address. This goes to the former one.
    case addressChanged
    /// An administrator removed all passkeys and other authenticators.
    case authenticatorsReset

    /// The code; nil for a notice.
    var code: MailedCode? {
        switch self {
        case .signInCode(let code), .addressCode(let code): code
        case .firstPasskeyAdded, .passkeyAdded, .passkeyRemoved, .addressChanged, .authenticatorsReset: nil
        }
    }

    /// What the log calls it.
    var logName: String { code == nil ? "notice" : "code" }
}
