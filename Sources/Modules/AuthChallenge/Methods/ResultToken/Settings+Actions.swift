internal import LambdaRuntime

extension Settings {
    /// `AUTHSIGNAL_ACTION`: the code of the action that a sign-in is.
    func actionCode() throws(FunctionError) -> String { try code("AUTHSIGNAL_ACTION", default: "cognitoAuth") }

    /// `AUTHSIGNAL_PASSKEY_ACTION`: the code under which a passkey may be proven as well.
    func passkeyActionCode() throws(FunctionError) -> String {
        try code("AUTHSIGNAL_PASSKEY_ACTION", default: try actionCode())
    }

    /// Refuses a code of either kind that another function uses for something else: what that proves is no sign-in.
    func requireOtherActionCodes(than code: String) throws(FunctionError) {
        for (name, used) in [
            ("AUTHSIGNAL_ACTION", try actionCode()), ("AUTHSIGNAL_PASSKEY_ACTION", try passkeyActionCode()),
        ] where used == code {
            throw .configuration(name, "must not be \(code), which is for adding authenticators")
        }
    }

    /// Authsignal's form of an action code, `^[a-zA-Z0-9_-]{1,64}$`.
    private func code(_ name: String, default code: String) throws(FunctionError) -> String {
        guard let text = text(name) else { return code }
        let isCode = text.utf8.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F: true
            default: false
            }
        }
        guard isCode, text.utf8.count <= 64 else {
            throw .configuration(name, "must be 1 to 64 letters, digits, hyphens or underscores")
        }
        return text
    }
}
