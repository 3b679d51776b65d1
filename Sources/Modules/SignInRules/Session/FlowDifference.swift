package import CognitoTriggers

/// A function and the Create that made a round have different flows. It says which has which, for the log.
package struct FlowDifference: Equatable, Sendable {
    /// The flow under which the round was made.
    package let made: FlowCode
    /// The flow of the function that reads the round.
    package let own: FlowCode
    /// The name of that function.
    package let function: String

    /// The difference, if there is one.
    ///
    /// - Parameter made: nil if the version that made the round did not note its flow.
    package init?(_ made: FlowCode?, from flow: SignInFlow, of function: String) {
        guard let made, made != flow.code else { return nil }
        (self.made, own, self.function) = (made, flow.code, function)
    }

    /// The first difference among the rounds of a session.
    package init?(in session: [ChallengeResult], from flow: SignInFlow, of function: String) {
        let made = session.lazy.compactMap(\.note?.flow).first { $0 != flow.code }
        self.init(made, from: flow, of: function)
    }
}

extension FlowDifference: CustomStringConvertible {
    package var description: String {
        "the functions have different flows: CreateAuthChallenge made this round with SIGN_IN_FLOW=\(made), "
            + "\(function) has SIGN_IN_FLOW=\(own)"
    }
}
