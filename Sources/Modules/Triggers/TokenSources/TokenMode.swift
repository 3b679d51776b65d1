package import LambdaRuntime

/// Where the tokens of a `RESULT_TOKEN` round come from (`TOKEN_MODE`).
package enum TokenMode: String, CaseIterable {
    case authsignal
    case signed
    case oidc

    /// The setting.
    package static let variable = "TOKEN_MODE"

    package init(_ settings: Settings) throws(FunctionError) {
        self = try settings.choice(Self.variable, default: .authsignal)
    }

    /// Whether its proofs say that a device has verified its user. Authsignal's answer and an issuer's ID token do not.
    package var knowsUserVerification: Bool { self == .signed }
}
