/// What a function does in a method's rounds. A method reads no secret that its part does not need.
package enum MethodPart: Sendable {
    /// Makes the challenges: Create.
    case challenge
    /// Judges the answers: Verify.
    case judgement
}
