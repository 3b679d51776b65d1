/// A service that functions call.
package enum CalledService: String, CaseIterable, Sendable {
    case authsignal = "Authsignal"
    case mails = "SES"
    case secrets = "Secrets Manager"
    case tables = "DynamoDB"
    case issuer = "OpenID issuer"
    case captcha = "CAPTCHA provider"

    /// What can go wrong with it.
    package var faults: [ServiceFault] {
        ServiceFault.allCases.filter { fault in
            switch fault {
            // The functions take only a plain address of this machine in place of the provider's.
            case .otherAuthority: self != .captcha
            case .throttling: [.mails, .secrets, .tables].contains(self)
            default: true
            }
        }
    }
}
