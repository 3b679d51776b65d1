/// Names one thing that a user is about to do.
package struct ActionID: Hashable, Sendable {
    /// The user.
    package let user: UserID
    /// What the tenant calls it.
    package let code: String
    /// Which time it is.
    package let idempotencyKey: String

    /// An action's name.
    package init(user: UserID, code: String, idempotencyKey: String) {
        self.user = user
        self.code = code
        self.idempotencyKey = idempotencyKey
    }

    /// Whether a text has the form of an action's code.
    static func isCode(_ text: String) -> Bool {
        1...64 ~= text.utf8.count
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }
}
