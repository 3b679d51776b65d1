internal import LambdaRuntime
private import SignInRules
internal import SignInTokens

extension Services {
    /// The keys of `signed` mode, from `TOKEN_SIGNING_KEY` and, while it is being replaced, `TOKEN_SIGNING_KEY_PREVIOUS`.
    ///
    /// - Parameter opens: whether the function reads tokens, too; otherwise it needs the current key alone.
    func signInKeys(opens: Bool) throws(FunctionError) -> SignInKeys {
        let (variable, previousVariable) = ("TOKEN_SIGNING_KEY", "TOKEN_SIGNING_KEY_PREVIOUS")
        let current = Array(try requiredSecret(variable).utf8)
        let previous = opens ? try secret(previousVariable).map { Array($0.utf8) } : nil
        do { return try SignInKeys(current: current, previous: previous) } catch {
            switch error {
            case .currentTooShort: throw .tooShort(variable)
            case .previousTooShort: throw .tooShort(previousVariable)
            case .notDerived: throw .hidden(.internalError, "no keys could be derived from \(variable)")
            }
        }
    }
}

extension FunctionError {
    /// A key that is too short to derive others from.
    fileprivate static func tooShort(_ variable: String) -> FunctionError {
        .configuration(variable, "must hold at least \(SignInKeys.minimumLength) bytes")
    }
}
