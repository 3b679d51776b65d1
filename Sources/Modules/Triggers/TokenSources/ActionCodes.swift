package import LambdaRuntime
private import Primitives

/// The actions for which a user may prove something (`AUTHSIGNAL_ACTION`, `AUTHSIGNAL_PASSKEY_ACTION`).
package struct ActionCodes: Equatable {
    /// The code of the action for a sign-in.
    package let signIn: String
    /// The code of a second action for which a passkey may be proven; the same if there is none.
    package let passkey: String

    private static let variables = (signIn: "AUTHSIGNAL_ACTION", passkey: "AUTHSIGNAL_PASSKEY_ACTION")

    package init(signIn: String, passkey: String) { (self.signIn, self.passkey) = (signIn, passkey) }

    package init(_ settings: Settings) throws(FunctionError) {
        func code(_ name: String, default code: String) throws(FunctionError) -> String {
            guard let text = settings.text(name) else { return code }
            guard ActionCode.isValid(text) else {
                throw .configuration(name, "must be 1 to 64 letters, digits, hyphens or underscores")
            }
            return text
        }
        signIn = try code(Self.variables.signIn, default: "cognitoAuth")
        passkey = try code(Self.variables.passkey, default: signIn)
    }

    /// Refuses codes that another function uses: what is proven for that action is not a sign-in.
    package func requireOther(than code: String) throws(FunctionError) {
        for (name, used) in [(Self.variables.signIn, signIn), (Self.variables.passkey, passkey)] where used == code {
            throw .configuration(name, "must not be \(code), which is for adding authenticators")
        }
    }
}
