internal import FunctionServices
internal import LambdaRuntime
internal import SignInRules

/// The token sources, by their names in the setting.
enum TokenMode: String, CaseIterable {
    case authsignal
    case signed
    case oidc

    /// The setting.
    static let variable = "TOKEN_MODE"

    /// Whether its proofs say that a device has verified its user.
    var knowsUserVerification: Bool {
        switch self {
        case .signed: true
        // Authsignal's answer and an issuer's ID token do not say it.
        case .authsignal, .oidc: false
        }
    }

    func makeSource(_ services: Services, _ part: MethodPart, _ log: Log) throws(FunctionError) -> any TokenSource {
        switch self {
        case .authsignal: try AuthsignalTokenSource(services, log)
        case .signed: try SignedTokenSource(services, part, log)
        case .oidc: try OpenIDTokenSource(services, part)
        }
    }

    func makePolicy(_ services: Services) throws(FunctionError) -> ProofPolicy {
        switch self {
        // Authsignal is asked about each proof. A signed one is only read.
        case .authsignal, .signed:
            try ProofPolicy(services.settings, judgesAgeOfPasskeys: self == .signed, now: services.now)
        case .oidc: ProofPolicy(idTokensWith: try IDTokenNonce(services.settings), now: services.now)
        }
    }
}
