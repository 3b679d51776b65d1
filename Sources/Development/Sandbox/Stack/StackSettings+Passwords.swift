package import LocalCognito

/// The rules for passwords (`PasswordPolicy` of the pool).
extension StackSettings {
    /// The rules: an own choice, or those that `template.yaml` sets for the flow.
    package var passwordPolicy: PasswordPolicy { ownPasswordPolicy ?? (flow.hasPassword ? .strict : PasswordPolicy()) }

    /// The rules in a sentence, for users who choose a password.
    package var passwordRules: String {
        let kinds = Self.kinds.filter { passwordPolicy[keyPath: $0.isRequired] }.map(\.name).joined(separator: ", ")
        return "At least \(passwordPolicy.minimumLength) characters\(kinds.isEmpty ? "" : ", among them \(kinds)")."
    }

    /// The kinds of characters that a policy may require.
    private static var kinds: [(name: String, isRequired: WritableKeyPath<PasswordPolicy, Bool>)] {
        [
            ("lowercase", \.requiresLowercase), ("uppercase", \.requiresUppercase), ("numbers", \.requiresNumbers),
            ("symbols", \.requiresSymbols),
        ]
    }

    /// The policy that a list on the command line describes.
    ///
    /// - Throws: `SandboxError.invalidSetting`.
    static func policy(_ setting: String, _ list: String) throws(SandboxError) -> PasswordPolicy {
        let parts = list.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        let required = parts.dropFirst()
        guard let length = parts.first.flatMap({ Int($0) }), 6...99 ~= length,
            required.allSatisfy(kinds.map(\.name).contains)
        else {
            throw fault(
                setting,
                "must be a length from 6 to 99 and the kinds to require, such as 8,lowercase,uppercase,numbers,symbols")
        }
        var policy = PasswordPolicy(minimumLength: length)
        for (name, isRequired) in kinds { policy[keyPath: isRequired] = required.contains(name) }
        return policy
    }
}
