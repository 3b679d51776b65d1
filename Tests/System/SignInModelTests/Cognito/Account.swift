import TriggerTestSupport

/// Whose sign-in it is.
enum Account: Hashable {
    /// The user whose account everything is about.
    case owner
    /// A name that no user has.
    case nobody
    /// The attacker's own account.
    case attacker

    /// The pool's id for the user; nil for a name that no user has.
    var sub: String? {
        switch self {
        case .owner: SampleUser.sub
        case .nobody: nil
        case .attacker: "9a3e57d1-7c40-4b1f-8a06-5d2c9e1b7f20"
        }
    }

    /// What the caller types.
    var email: String {
        switch self {
        case .owner: SampleUser.email
        case .nobody: "bea@example.test"
        case .attacker: "eve@example.test"
        }
    }

    /// An event as Cognito makes it for the user.
    func event(_ event: EventBuilder) -> EventBuilder {
        guard let sub else { return event.unknownUser(email) }
        return event.userName(sub).attribute("sub", sub).attribute("email", email)
    }
}
