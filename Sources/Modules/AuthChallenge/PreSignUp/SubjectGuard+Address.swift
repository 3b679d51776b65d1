internal import CognitoTriggers
internal import LambdaRuntime
internal import OpenID
private import Primitives
internal import SignInRules

extension SubjectGuard {
    /// Whether an account may be confirmed before its owner has typed a code.
    ///
    /// ID tokens sign in whatever the account's address is, so where they do nobody would prove it later: whoever has a
    /// subject at the issuer could get Cognito's tokens with an address of somebody else's. The issuer must have had it
    /// proven, then.
    /// - Parameter token: what ties the account to a subject; nil for none.
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
