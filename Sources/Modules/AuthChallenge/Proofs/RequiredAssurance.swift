internal import LambdaRuntime
private import Primitives
internal import SignInRules

/// What a proof must show besides who the user is (`ASSURANCE`).
enum RequiredAssurance: String, CaseIterable {
    /// A passkey with which the device has verified its user: two factors, as authentication assurance level 2 of
    /// NIST SP 800-63B-4 demands. An emailed code is not such a proof (section 3.1.3.1).
    case aal2

    /// The setting.
    static let variable = "ASSURANCE"

    /// Reads the variable; nil if it is unset: then every allowed method will do.
    init?(_ settings: Settings) throws(FunctionError) {
        guard settings.text(Self.variable) != nil else { return nil }
        self = try settings.choice(Self.variable, default: .aal2)
    }

    /// Whether a proof shows it. What the proof does not say is not proven.
    func isShown(by proof: Proof) -> Bool { proof.method == .passkey && proof.isUserVerified }
}
