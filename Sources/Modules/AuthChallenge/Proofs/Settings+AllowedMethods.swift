internal import LambdaRuntime
internal import Primitives
internal import SignInRules

extension Settings {
    /// `ALLOWED_METHODS`: the verification methods that sign a user in.
    ///
    /// A method that reaches a user at an address or a phone number proves whose that was when the user enrolled it.
    /// Only for an emailed code do the token sources compare it with what Cognito has now. Methods of unknown names may
    /// be of that kind too.
    func allowedMethods() throws(FunctionError) -> Set<VerificationMethod> {
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
    /// Those of Authsignal's methods, besides passkeys, that reach no address or phone number.
    fileprivate static let othersWithoutAddress = [
        "SECURITY_KEY", "AUTHENTICATOR_APP", "PUSH", "DEVICE", "VERIFF", "IPROOV", "IDVERSE", "PALM_BIOMETRICS_RR",
        "RECOVERY_CODE",
    ].map(VerificationMethod.init)
}
