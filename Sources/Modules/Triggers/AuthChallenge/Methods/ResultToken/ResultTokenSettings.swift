internal import FunctionServices
internal import HTTP
internal import LambdaRuntime
internal import OpenID
internal import Primitives
internal import SignInRules
internal import SignInTokens
internal import TokenSources

/// The settings of `RESULT_TOKEN`.
struct ResultTokenSettings {
    /// The settings of a mode.
    enum Source {
        case authsignal(AuthsignalSettings)
        case signed(SignedTokenSettings)
        case oidc(OpenIDSettings)
    }

    let mode: TokenMode
    let source: Source
    /// Which proofs win a round.
    let policy: ProofPolicy
    /// What Create makes options for passkeys with; nil if it makes none.
    private(set) var passkeyOptions: PasskeyOptions?
    /// What Verify verifies answers that are passkeys' assertions with; nil if they are not accepted.
    private(set) var passkeyAnswers: PasskeyAnswerSettings?

    init(
        _ services: Services, for function: ChallengeFunction, _ assurance: RequiredAssurance?, _ log: Log
    ) throws(FunctionError) {
        let settings = services.settings
        mode = try TokenMode(settings)
        switch mode {
        case .authsignal:
            source = .authsignal(try AuthsignalSettings(services, log))
            policy = try ProofPolicy(settings, assurance)
        case .signed:
            let tokens = try SignedTokenSettings(services, opens: function == .verify, log)
            source = .signed(tokens)
            var policy = try ProofPolicy(settings, assurance)
            // Authsignal is asked about each proof. A signed one is only read.
            policy.judgesAgeOfPasskeys = true
            self.policy = policy
            guard policy.methods.contains(.passkey) else { return }
            switch function {
            case .create:
                passkeyOptions = try PasskeyOptions(settings, tokens, maximumProofAge: policy.maximumAge)
            case .verify: passkeyAnswers = try PasskeyAnswerSettings(services)
            }
            return
        case .oidc:
            let settings = try OpenIDSettings(settings)
            source = .oidc(settings)
            policy = ProofPolicy(idTokensWith: settings.nonce)
        }
        guard settings.text(PasskeyAnswerSettings.variable) == nil else {
            throw .configuration(
                PasskeyAnswerSettings.variable,
                "needs \(TokenMode.variable)=signed: other modes accept no passkey as an answer")
        }
    }
}

extension ProofPolicy {
    fileprivate init(_ settings: Settings, _ assurance: RequiredAssurance?) throws(FunctionError) {
        self.init(
            actions: try ActionCodes(settings), methods: try settings.allowedMethods(), assurance: assurance,
            binding: try settings.choice("ROUND_BINDING", default: .key),
            maximumAge: try settings.maximumProofAge())
        guard assurance == nil || methods.contains(.passkey) else {
            throw .configuration(RequiredAssurance.variable, "needs PASSKEY among ALLOWED_METHODS")
        }
    }

    /// How old an ID token that carries none of our nonces may be, in seconds.
    private static let maximumTokenAge: Int64 = 120

    /// The rules for ID tokens, which have no actions and no choice of methods.
    fileprivate init(idTokensWith nonce: IDTokenNonce) {
        self.init(
            actions: ActionCodes(signIn: "", passkey: ""), methods: [.idToken],
            binding: nonce == .required ? .key : .age, maximumAge: Self.maximumTokenAge, warnsOfOtherRounds: false)
    }
}

extension Settings {
    /// `ALLOWED_METHODS`: the verification methods that sign a user in.
    ///
    /// A method that reaches a user at an address or a phone number proves whose that was when the user enrolled it.
    /// Only for an emailed code do the token sources compare it with what Cognito has now. Methods of unknown names may
    /// be of that kind too.
    fileprivate func allowedMethods() throws(FunctionError) -> Set<VerificationMethod> {
        let variable = "ALLOWED_METHODS"
        guard let names = try list(variable) else { return [.passkey, .emailOTP] }
        let methods = Set(names.map(VerificationMethod.init))
        let possible = [.passkey, .emailOTP] + VerificationMethod.othersWithoutAddress
        guard methods.isSubset(of: possible) else {
            let known = possible.map(\.rawValue).joined(separator: ", ")
            throw .configuration(variable, "may name only \(known): another method's address would not be checked")
        }
        return methods
    }
}

extension VerificationMethod {
    /// Authsignal's methods, other than passkeys, that reach no address or phone number.
    fileprivate static let othersWithoutAddress = [
        "SECURITY_KEY", "AUTHENTICATOR_APP", "PUSH", "DEVICE", "VERIFF", "IPROOV", "IDVERSE", "PALM_BIOMETRICS_RR",
        "RECOVERY_CODE",
    ].map(VerificationMethod.init)
}
