package import Primitives

/// The state of an action and its history.
package struct ActionRecord: Sendable {
    /// Its state.
    package var state: ActionState
    /// When it was first tracked, in seconds since 1970.
    package let createdAt: Int64
    /// When it reached its state, in seconds since 1970.
    package var stateUpdatedAt: Int64
    /// How it was proven; nil until then.
    package var verificationMethod: VerificationMethod?

    /// An action.
    package init(state: ActionState, at time: Int64, verificationMethod: VerificationMethod? = nil) {
        self.state = state
        createdAt = time
        stateUpdatedAt = time
        self.verificationMethod = verificationMethod
    }
}
