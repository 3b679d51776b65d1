/// The codes that name actions at Authsignal and at the authenticator.
package enum ActionCode {
    /// Whether a text has Authsignal's form of an action code, `^[a-zA-Z0-9_-]{1,64}$`.
    package static func isValid(_ text: String) -> Bool {
        1...64 ~= text.utf8.count && text.utf8.allSatisfy(\.isASCIINameCharacter)
    }
}
