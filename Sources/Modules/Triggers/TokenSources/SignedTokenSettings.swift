package import FunctionServices
package import LambdaRuntime
package import SignInTokens

/// The settings of `signed` mode.
package struct SignedTokenSettings {
    /// `TOKEN_SIGNING_KEY`, `TOKEN_SIGNING_KEY_PREVIOUS`.
    package let keys: RotatingSecret<SignInKeys>
    /// `TOKEN_LIFETIME`, in seconds.
    package let lifetime: Int64
    package let actions: ActionCodes

    /// - Parameter opens: whether the function reads tokens, too; otherwise it needs the current key alone.
    package init(_ services: Services, opens: Bool, _ log: Log) throws(FunctionError) {
        actions = try ActionCodes(services.settings)
        lifetime = try services.settings.tokenLifetime()
        keys = try services.replaceableKey(
            "TOKEN_SIGNING_KEY", previous: "TOKEN_SIGNING_KEY_PREVIOUS", readsPrevious: opens, log
        ) { (key) throws(FunctionError) in
            do { return try SignInKeys(current: key.current, previous: key.previous) } catch {
                throw .hidden(.internalError, "no keys could be derived from TOKEN_SIGNING_KEY")
            }
        }
    }
}
