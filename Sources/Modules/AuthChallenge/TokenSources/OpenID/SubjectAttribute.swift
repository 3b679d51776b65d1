internal import JSON
internal import LambdaRuntime
internal import OpenID
internal import SignInRules

/// The user attribute that ties a Cognito user to a user at the issuer (`OIDC_SUBJECT_ATTRIBUTE`): it holds
/// `<issuer>|<sub>`. The pool must define it as immutable, and PreSignUp guards who may set it.
struct SubjectAttribute: Equatable {
    let name: String

    private static let prefix = "custom:"

    init(_ settings: Settings) throws(FunctionError) {
        let variable = "OIDC_SUBJECT_ATTRIBUTE"
        let name = settings.text(variable) ?? "custom:oidc_subject"
        // Cognito's own limit for names is 20 characters.
        guard name.hasPrefix(Self.prefix), 1...20 ~= name.utf8.count - Self.prefix.utf8.count,
            name.utf8.dropFirst(Self.prefix.utf8.count).allSatisfy({ 0x21...0x7E ~= $0 })
        else {
            throw .configuration(
                variable, "must be a custom attribute with a name of 1 to 20 characters after its prefix")
        }
        self.name = name
    }

    /// Whether a user is the one that a token is about. An absent or empty attribute names nobody.
    func names(_ token: IDToken, in attributes: JSONValue?) -> Bool {
        guard let value = attributes?[name]?.string else { return false }
        return Self.isSubject(value, of: token)
    }

    /// Whether a value of the attribute names a token's user, byte for byte.
    static func isSubject(_ value: String, of token: IDToken) -> Bool {
        !token.subject.isEmpty && value.utf8.elementsEqual(token.qualifiedSubject.utf8)
    }
}
