internal import LambdaRuntime
internal import SignInRules

/// What ties an ID token to its round (`ID_TOKEN_NONCE`).
enum IDTokenNonce: String, CaseIterable {
    /// A nonce that Create hands out and that the app sends to the issuer.
    case required
    /// Only its age, for ways of signing in at the issuer that take no nonce.
    case age

    init(_ settings: Settings) throws(FunctionError) {
        self = try settings.choice("ID_TOKEN_NONCE", default: .required)
    }
}

extension ProofPolicy {
    /// How old an ID token that carries none of our nonces may be, in seconds.
    private static let maximumTokenAge: Int64 = 120

    /// The rules for ID tokens, which have no actions and no choice of methods.
    init(idTokensWith nonce: IDTokenNonce, now: @escaping @Sendable () -> Int64) {
        actionCode = ""
        passkeyActionCode = ""
        methods = [.idToken]
        assurance = nil
        binding = nonce == .required ? .key : .age
        maximumAge = Self.maximumTokenAge
        judgesAgeOfPasskeys = false
        warnsOfOtherRounds = false
        self.now = now
    }
}
