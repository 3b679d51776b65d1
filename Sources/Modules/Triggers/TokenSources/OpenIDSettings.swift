package import JSON
package import LambdaRuntime
package import OpenID

/// What ties an ID token to its round (`ID_TOKEN_NONCE`).
package enum IDTokenNonce: String, CaseIterable {
    /// A nonce that Create hands out and that the app sends to the issuer.
    case required
    /// Only its age, for ways of signing in at the issuer that take no nonce.
    case age
}

/// The user attribute that ties a Cognito user to a user at the issuer (`OIDC_SUBJECT_ATTRIBUTE`): it holds
/// `<issuer>|<sub>`. The pool must define it as immutable, and PreSignUp guards who may set it.
package struct SubjectAttribute: Equatable {
    package let name: String

    private static let prefix = "custom:"

    package init(_ settings: Settings) throws(FunctionError) {
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
}

/// The settings of `oidc` mode.
package struct OpenIDSettings {
    /// `OIDC_ISSUER`.
    package let issuer: Issuer
    /// `OIDC_AUDIENCES`.
    package let audiences: [String]
    /// `OIDC_JWKS_URL`; nil if the issuer's description names the address.
    package let keySetURL: KeySetURL?
    package let nonce: IDTokenNonce
    package let attribute: SubjectAttribute

    package init(_ settings: Settings) throws(FunctionError) {
        nonce = try settings.choice("ID_TOKEN_NONCE", default: .required)
        attribute = try SubjectAttribute(settings)
        let issuerVariable = "OIDC_ISSUER"
        guard let text = settings.text(issuerVariable) else { throw .configuration(issuerVariable, "must be set") }
        guard let issuer = Issuer(text) else {
            throw .configuration(
                issuerVariable, "must be an https URL without query or vertical bar; plain http only to this machine")
        }
        self.issuer = issuer
        let audiencesVariable = "OIDC_AUDIENCES"
        guard let audiences = try settings.list(audiencesVariable) else {
            throw .configuration(audiencesVariable, "must be set")
        }
        self.audiences = audiences
        let keysVariable = "OIDC_JWKS_URL"
        keySetURL = settings.text(keysVariable).flatMap(KeySetURL.init)
        guard keySetURL != nil || settings.text(keysVariable) == nil else {
            throw .configuration(keysVariable, "must be an https URL; plain http only to this machine")
        }
    }
}

extension SubjectAttribute {
    /// Whether a token is about the user. An absent or empty attribute never matches.
    package func names(_ token: IDToken, in attributes: JSONValue?) -> Bool {
        guard let value = attributes?[name]?.string else { return false }
        return Self.isSubject(value, of: token)
    }

    /// Whether a value of the attribute names a token's user, byte for byte.
    package static func isSubject(_ value: String, of token: IDToken) -> Bool {
        value.utf8.elementsEqual(token.qualifiedSubject.utf8)
    }
}
