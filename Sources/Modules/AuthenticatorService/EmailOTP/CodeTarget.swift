/// The mailbox that a code may prove.
struct CodeTarget {
    /// The address; nil if no code may be sent, which the caller must not learn before anything is proven.
    let address: String?
    /// Whether the address is known to be the user's: Cognito says so, or it has been proven here.
    let isVerified: Bool
    /// Whether the user has proven the address here.
    let isEnrolled: Bool

    /// No mailbox.
    static let none = CodeTarget(address: nil, isVerified: false, isEnrolled: false)
}
