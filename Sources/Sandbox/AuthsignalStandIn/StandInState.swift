package import Foundation

/// What the Authsignal stand-in knows: users, their authenticators and their actions.
package struct StandInState: Sendable {
    /// Users by their identifier; one that is not here is a user without authenticators, as in the service.
    package var users: [String: StandInUser] = [:]
    /// Actions, each an attempt to do something that may need a challenge.
    package var actions: [StandInActionID: StandInAction] = [:]

    /// Nothing known.
    package init() {}
}

/// A user of the stand-in.
package struct StandInUser: Sendable {
    /// The address given when the user was tracked.
    package var email: String?
    /// The name given when the user was tracked.
    package var username: String?
    /// What the user can prove.
    package var authenticators: [StandInAuthenticator]

    /// A user with those authenticators.
    package init(email: String? = nil, username: String? = nil, authenticators: [StandInAuthenticator] = []) {
        self.email = email
        self.username = username
        self.authenticators = authenticators
    }
}

/// A factor that a user has enrolled.
package struct StandInAuthenticator: Sendable {
    /// `userAuthenticatorId`.
    package let id: String
    /// `verificationMethod`, such as `PASSKEY` or `EMAIL_OTP`.
    package let verificationMethod: String
    /// The mailbox of an `EMAIL_OTP` authenticator.
    package let email: String?
    /// When it was enrolled.
    package let createdAt: Date

    /// An authenticator enrolled now.
    package init(verificationMethod: String, email: String? = nil) {
        id = UUID().uuidString.lowercased()
        self.verificationMethod = verificationMethod
        self.email = email
        createdAt = Date()
    }
}

/// What identifies an action: the same user may try the same thing many times.
package struct StandInActionID: Hashable, Sendable {
    /// The user's identifier.
    package let userID: String
    /// The action code, such as `cognitoAuth`.
    package let action: String
    /// `idempotencyKey`.
    package let idempotencyKey: String

    /// The identifier of an action.
    package init(userID: String, action: String, idempotencyKey: String) {
        self.userID = userID
        self.action = action
        self.idempotencyKey = idempotencyKey
    }
}

/// How far an action has come.
package struct StandInAction: Sendable {
    /// `state`, such as `CHALLENGE_REQUIRED`.
    package var state: String
    /// When it was tracked.
    package var createdAt: Date
    /// When `state` became what it is.
    package var stateUpdatedAt: Date
    /// What the user proved, once there is a proof.
    package var verificationMethod: String?

    /// An action that is in a state since a time.
    package init(state: String, since time: Date = Date(), verificationMethod: String? = nil) {
        self.state = state
        createdAt = time
        stateUpdatedAt = time
        self.verificationMethod = verificationMethod
    }
}
