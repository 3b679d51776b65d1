/// What a test may choose about the stand-in's answers.
package struct StandInBehaviour: Sendable {
    /// How `/validate` answers for a token of another user; both forms are in use.
    package enum UserMismatch: String, Sendable, CaseIterable {
        /// 400 `{"isValid":false,"error":"User is invalid."}`.
        case badRequest
        /// 200 `{"isValid":false}`.
        case notValid
    }

    /// How `/validate` answers for a token of another user.
    package var userMismatch = UserMismatch.badRequest
    /// The state of every action tracked, whatever the user has enrolled, such as `BLOCK`; nil for the usual one.
    package var trackedState: String?
    /// Whether `/validate` leaves out `stateUpdatedAt`, so that only the action itself tells the age of a proof.
    package var omitsStateUpdatedAt = false
    /// The status of every answer, with an error as its body; nil to answer properly.
    package var failure: Int?
    /// How long every answer is held back.
    package var delay: Duration?

    /// The usual behaviour.
    package init() {}
}
