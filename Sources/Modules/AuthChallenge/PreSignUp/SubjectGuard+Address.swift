internal import CognitoTriggers
internal import LambdaRuntime
internal import OpenID
private import Primitives
internal import SignInRules

extension SubjectGuard {
    /// Whether an account may be confirmed before its owner has typed a code.
    ///
    /// A sign-in with an ID token does not depend on the account's address, so nobody would prove the address later:
    /// anyone with an account at the issuer could get Cognito's tokens with somebody else's address. So the issuer must
    /// have verified the address.
    /// - Parameter token: the ID token that ties the account to a subject; nil if there is none.
    func mayConfirm(_ event: PreSignUpEvent, with token: IDToken?) throws(FunctionError) -> Bool {
        guard demandsProvenAddress else { return true }
        do throws(TriggerError) {
            // No token says anything about a telephone number.
            guard let proven = token?.verifiedEmail, let address = try event.userAttribute("email"),
                try event.userAttribute("phone_number") == nil
            else { return false }
            return EmailAddress.folded(proven) == EmailAddress.folded(address)
        } catch {
            throw .trigger(error)
        }
    }
}
