internal import AuthenticatorService
private import EmailCodes
internal import LambdaRuntime

extension AuthenticatorReport {
    /// How much the line matters.
    var logLevel: Log.Level {
        switch self {
        case .storageFailed, .codesFailed: .error
        case .codeNotSent(.deploymentLimit), .possibleClone, .addressNotVerified, .noticeNotSent: .warn
        case .codeNotSent, .codeRefused, .otherRegion: .info
        }
    }
}
