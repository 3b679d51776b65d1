package import Primitives

/// What has become of an action.
package struct ActionRecord: Sendable {
    /// Its state.
    package var state: ActionState
    /// When it was first tracked, in seconds since 1970.
    package let createdAt: Int64
    /// When it came into its state, in seconds since 1970.
    package var stateUpdatedAt: Int64
    /// How it was proven; nil while it is not.
    package var verificationMethod: VerificationMethod?

    /// An action.
    package init(state: ActionState, at time: Int64, verificationMethod: VerificationMethod? = nil) {
        self.state = state
        createdAt = time
        stateUpdatedAt = time
        self.verificationMethod = verificationMethod
    }
}
