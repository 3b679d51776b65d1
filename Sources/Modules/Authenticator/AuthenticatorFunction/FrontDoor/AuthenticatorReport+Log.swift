internal import AuditLog
internal import AuthenticatorService
private import EmailCodes
internal import FunctionServices
internal import LambdaRuntime
private import Passkeys
private import Primitives

extension AuthenticatorReport {
    /// How much the line matters.
    var logLevel: Log.Level {
        switch self {
        // As where the functions mail codes themselves: nobody gets one until the next hour.
        case .storageFailed, .codesFailed, .codeNotSent(.deploymentLimit): .error
        case .possibleClone, .addressNotVerified, .addressUnusable, .noticeNotSent: .warn
        case .passkeyRefused(let refused): SetupFault.isOne(refused.reason.rawValue) ? .error : .info
        case .codeNotSent, .codeRefused, .answerNotJudged: .info
        }
    }
}

extension AuditLine {
    /// The line for a decision about an account.
    /// - Parameter digests: nil if there is no key.
    init(_ decision: AccountDecision, _ digests: SubjectDigests?) {
        self.init(decision.kind, reason: decision.reason, method: decision.method.rawValue)
        switch decision.subject {
        case .user(let sub): (who, subject) = (digests?.digest(ofSubject: sub), sub)
        case .unknown(let name): who = digests?.digest(ofUnknownUser: name)
        }
    }
}
