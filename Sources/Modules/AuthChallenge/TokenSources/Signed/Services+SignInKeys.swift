internal import FunctionServices
internal import HTTP
internal import LambdaRuntime
private import SignInRules
internal import SignInTokens

extension Services {
    private static let variable = "TOKEN_SIGNING_KEY"
    private static let previousVariable = "TOKEN_SIGNING_KEY_PREVIOUS"

    /// The keys of `signed` mode, from `TOKEN_SIGNING_KEY` and, while it is being replaced, `TOKEN_SIGNING_KEY_PREVIOUS`.
    /// If no variable names a previous key, it is the secret's version `AWSPREVIOUS`, which is read only once a token
    /// asks for it, or with the current key when that is read again.
    ///
    /// - Parameter opens: whether the function reads tokens, too; otherwise it needs the current key alone.
    func signInKeys(opens: Bool, _ log: Log) throws(FunctionError) -> RotatingSecret<SignInKeys> {
        let current = Array(try requiredSecret(Self.variable).utf8)
        let previous = opens ? try secret(Self.previousVariable).map { Array($0.utf8) } : nil
        let keys = try signInKeys(current, previous)
        guard isReadFromSecretsManager(Self.variable) || opens && isReadFromSecretsManager(Self.previousVariable)
        else { return RotatingSecret(keys, now: now, log, reading: nil) }
        return RotatingSecret(keys, now: now, log) { (deadline) throws(FunctionError) in
            let current = Array(try requiredSecret(Self.variable, by: deadline).utf8)
            return try signInKeys(current, opens ? previousKey(by: deadline) : nil)
        }
    }

    private func previousKey(by deadline: Deadline) throws(FunctionError) -> [UInt8]? {
        if let named = try secret(Self.previousVariable, by: deadline) { return Array(named.utf8) }
        // A version that was never usable is not a fault of today's configuration.
        let version = try previousVersion(of: Self.variable, by: deadline).map { Array($0.utf8) }
        return version.flatMap { $0.count >= SignInKeys.minimumLength ? $0 : nil }
    }

    private func signInKeys(_ current: [UInt8], _ previous: [UInt8]?) throws(FunctionError) -> SignInKeys {
        do { return try SignInKeys(current: current, previous: previous) } catch {
            switch error {
            case .currentTooShort: throw .tooShort(Self.variable)
            case .previousTooShort: throw .tooShort(Self.previousVariable)
            case .notDerived: throw .hidden(.internalError, "no keys could be derived from \(Self.variable)")
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
