package import Primitives

/// What an answer is worth.
package enum Verdict: Equatable, Sendable {
    /// It proves who the user is, by that method.
    case right(VerificationMethod)
    /// It passes the step but does not prove who the user is. It is worth the same for an unknown user.
    case passed
    /// It does not pass the step.
    case wrong(Refusal)
}
