package import Primitives

/// The state of an action and its history.
package struct ActionRecord: Equatable, Sendable {
    /// Its state.
    package var state: ActionState
    /// When it was first tracked, in seconds since 1970.
    package let createdAt: Int64
    /// When it reached its state, in seconds since 1970.
    package var stateUpdatedAt: Int64
    /// How it was proven; nil until then.
    package var verificationMethod: VerificationMethod?

    /// When it is forgotten, in seconds since 1970: a day after its last change.
    package var expiration: Int64 { stateUpdatedAt + 86_400 }

    /// An action.
    package init(state: ActionState, at time: Int64, verificationMethod: VerificationMethod? = nil) {
        self.state = state
        createdAt = time
        stateUpdatedAt = time
        self.verificationMethod = verificationMethod
    }
}
