internal import JSON

/// What the `authsignal` member of an expectation sets up.
struct StandInSetup: Sendable {
    private(set) var state = StandInState()
    private(set) var behaviour = StandInBehaviour()

    /// Reads the member; without it the stand-in knows nobody and behaves as usual.
    init(_ value: JSONValue?) throws(Fault) {
        guard let value else { return }
        try value.requireMembers(
            among: ["users", "trackedState", "userMismatch", "omitsStateUpdatedAt", "failure", "delaySeconds"])
        for user in value["users"]?.members ?? [] {
            state.users[user.name] = StandInUser(authenticators: try Self.authenticators(user.value))
        }
        behaviour.trackedState = value["trackedState"]?.string
        if let name = value["userMismatch"]?.string {
            guard let mismatch = StandInBehaviour.UserMismatch(rawValue: name) else {
                throw Fault("unknown userMismatch \(name)")
            }
            behaviour.userMismatch = mismatch
        }
        behaviour.omitsStateUpdatedAt = value["omitsStateUpdatedAt"]?.bool ?? false
        behaviour.failure = value["failure"]?.integer.map(Int.init)
        behaviour.delay = value["delaySeconds"]?.integer.map { .seconds($0) }
    }

    /// A user's list: `"PASSKEY"`, or `{"EMAIL_OTP": "ana@example.test"}` for one with an address.
    private static func authenticators(_ list: JSONValue) throws(Fault) -> [StandInAuthenticator] {
        var authenticators: [StandInAuthenticator] = []
        for element in list.elements {
            if let method = element.string {
                authenticators.append(StandInAuthenticator(verificationMethod: method))
            } else if let member = element.members.first, let email = member.value.string {
                authenticators.append(StandInAuthenticator(verificationMethod: member.name, email: email))
            } else {
                throw Fault("an authenticator is a method, or a method with an address")
            }
        }
        return authenticators
    }
}
