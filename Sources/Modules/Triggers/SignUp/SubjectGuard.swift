private import Addresses
internal import CognitoTriggers
internal import FunctionServices
internal import HTTP
internal import LambdaRuntime
internal import OpenID
private import SignInRules
internal import TokenSources

/// Guards the attribute that ties a Cognito user to a user at the OpenID issuer. Anyone who could set it freely could
/// tie their own account to somebody else, or somebody else's account to themselves.
///
/// An administrator may set it. It can never be changed: the pool defines it as immutable.
struct SubjectGuard {
    /// The member of `clientMetadata` in which the app sends the ID token.
    static let metadataName = "idToken"

    private let attribute: SubjectAttribute
    /// Nil if users do not sign in with ID tokens: only an administrator sets the attribute then.
    private let verifier: IDTokenVerifier?

    init(_ services: Services) throws(FunctionError) {
        switch try TokenMode(services.settings) {
        case .oidc:
            let settings = try OpenIDSettings(services.settings)
            (attribute, verifier) = (settings.attribute, IDTokenVerifier(settings, services))
        case .authsignal, .signed: (attribute, verifier) = (try SubjectAttribute(services.settings), nil)
        }
    }

    /// Allows an account whose attribute is not set, or has the value that a valid ID token proves.
    /// - Returns: the ID token; nil if the sign-up sets no attribute, or if an administrator makes the account.
    func check(_ event: PreSignUpEvent, by deadline: Deadline, _ log: Log) throws(FunctionError) -> IDToken? {
        guard !event.isMadeByAdministrator else { return nil }
        let value: String?
        do { value = try event.userAttribute(attribute.name) } catch { throw .trigger(error) }
        guard let value else { return nil }
        guard let verifier else {
            throw .hidden(.refused, "TOKEN_MODE is not oidc, but the attribute for OpenID subjects is set")
        }
        let token: String?
        do { token = try event.clientMetadata(Self.metadataName) } catch { throw .trigger(error) }
        guard let token else { throw .hidden(.refused, "no ID token comes with the attribute for OpenID subjects") }
        guard case .success(let proven) = try verifier.judge(token, by: deadline, log) else {
            throw .hidden(.refused, "the ID token of a sign-up is not accepted")
        }
        guard SubjectAttribute.isSubject(value, of: proven) else {
            throw .hidden(.refused, "the ID token of a sign-up belongs to another subject")
        }
        return proven
    }
}

extension SubjectGuard {
    /// Whether an account may be confirmed before its owner has typed a code.
    ///
    /// A sign-in with an ID token never proves the account's address, so anyone with an account at the issuer could get
    /// Cognito's tokens with another person's address. So the issuer must have verified it.
    /// - Parameter token: the ID token that ties the account to a subject; nil if there is none.
    func mayConfirm(_ event: PreSignUpEvent, with token: IDToken?) throws(FunctionError) -> Bool {
        guard verifier != nil else { return true }
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
