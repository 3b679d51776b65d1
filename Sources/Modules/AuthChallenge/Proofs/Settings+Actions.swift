internal import LambdaRuntime
private import Primitives
internal import SignInRules

extension Settings {
    /// `AUTHSIGNAL_ACTION`: the code of the action for a sign-in.
    func actionCode() throws(FunctionError) -> String { try code("AUTHSIGNAL_ACTION", default: "cognitoAuth") }

    /// `AUTHSIGNAL_PASSKEY_ACTION`: the code of a second action for which a passkey may be proven.
    func passkeyActionCode() throws(FunctionError) -> String {
        try code("AUTHSIGNAL_PASSKEY_ACTION", default: try actionCode())
    }

    /// Refuses settings in which either code is one that another function uses: what is proven for that action is not a
    /// sign-in.
    func requireOtherActionCodes(than code: String) throws(FunctionError) {
        for (name, used) in [
            ("AUTHSIGNAL_ACTION", try actionCode()), ("AUTHSIGNAL_PASSKEY_ACTION", try passkeyActionCode()),
        ] where used == code {
            throw .configuration(name, "must not be \(code), which is for adding authenticators")
        }
    }

    private func code(_ name: String, default code: String) throws(FunctionError) -> String {
        guard let text = text(name) else { return code }
        guard ActionCode.isValid(text) else {
            throw .configuration(name, "must be 1 to 64 letters, digits, hyphens or underscores")
        }
        return text
    }
}
