/// The rules for passwords of a pool (`PasswordPolicyType`).
package struct PasswordPolicy: Equatable, Sendable {
    /// The smallest number of characters.
    package var minimumLength: Int
    /// Whether a lower-case letter is required.
    package var requiresLowercase: Bool
    /// Whether an upper-case letter is required.
    package var requiresUppercase: Bool
    /// Whether a digit is required.
    package var requiresNumbers: Bool
    /// Whether a symbol is required.
    package var requiresSymbols: Bool

    /// A policy; by default the one that Cognito gives every pool that names none.
    package init(
        minimumLength: Int = 8, requiresLowercase: Bool = true, requiresUppercase: Bool = true,
        requiresNumbers: Bool = true, requiresSymbols: Bool = true
    ) {
        self.minimumLength = minimumLength
        self.requiresLowercase = requiresLowercase
        self.requiresUppercase = requiresUppercase
        self.requiresNumbers = requiresNumbers
        self.requiresSymbols = requiresSymbols
    }

    /// The policy of `template.yaml` for a flow in which the password is a factor.
    package static let strict = PasswordPolicy(minimumLength: 12)

    /// What Cognito counts as symbols.
    private static let symbols = Set("^$*.[]{}()?\"!@#%&/\\,><':;|_~`=+- ")

    /// Checks a password.
    ///
    /// - Throws: `InvalidPasswordException`, which names the first broken rule; `InvalidParameterException` for a text
    ///   that no pool accepts as a password.
    package func check(_ password: String) throws(PoolError) {
        try ServiceModel.cognito.check(password, as: "PasswordType", at: "password")
        func require(_ isMet: Bool, _ rule: String) throws(PoolError) {
            guard isMet else { throw PoolError(.invalidPassword, "Password did not conform with policy: \(rule)") }
        }
        try require(password.count >= minimumLength, "Password not long enough")
        try require(
            !requiresUppercase || password.contains { $0.isASCII && $0.isUppercase },
            "Password must have uppercase characters")
        try require(
            !requiresLowercase || password.contains { $0.isASCII && $0.isLowercase },
            "Password must have lowercase characters")
        try require(
            !requiresNumbers || password.contains { $0.isASCII && $0.isNumber },
            "Password must have numeric characters")
        try require(
            !requiresSymbols || password.contains { Self.symbols.contains($0) },
            "Password must have symbol characters")
    }
}
