/// An estimate of how long Cognito's session becomes, in characters, if every answer that a sign-in allows is given.
///
/// The app sends the session back with each answer. It carries the rows of the sign-in, with Create's notes, and the
/// private parameters of the last round. How Cognito writes them is not documented. The estimate takes them as the
/// events of the triggers have them, in base64, behind a session that has nothing of these functions.
///
/// `operators/src/cognito_passkeys/deployment/session_length.py` computes the same for `make deploy`; a test holds the two equal.
package struct SessionLength {
    /// The longest session that a call may carry (`SessionType` in the model of Cognito's API).
    package static let limit = 4_096
    /// How many answers to each step may be allowed at all.
    package static let attempts = 1...10

    /// A session of Cognito's own emailed codes, which has nothing of these functions, was seen to have 1,587
    /// characters.
    static let own = 1_600
    /// The bytes of a round's private parameters, at most.
    static let parameters = 270
    /// The bytes of a custom challenge's row without the note.
    static let row = 84
    /// The bytes of the rows that Cognito makes by itself in a flow that begins with the password, at most: two of SRP,
    /// a second factor, and two of a device.
    static let passwordRows = 424
    /// The bytes of a note without the step's name, what its method adds, the user's digest and the flow.
    static let marks = 11
    /// The bytes of the digest, which one note of a session has.
    static let digest = 22

    private let flow: SignInFlow

    /// Estimates for a flow.
    package init(of flow: SignInFlow) { self.flow = flow }

    /// The longest session with so many answers to each step.
    package func characters(attempts: Int) -> Int {
        let rows = flow.steps.map(bytes(of:))
        // The right answer to the last step ends the sign-in, so its last answer is in no session.
        let custom = rows.reduce(0, +) * attempts - (rows.last ?? 0)
        let bytes = Self.parameters + Self.digest + custom + (flow.beginsWithPassword ? Self.passwordRows : 0)
        return Self.own + (bytes * 4 + 2) / 3
    }

    /// The most answers to each step with which every session surely fits.
    package var attemptsThatFit: Int {
        Self.attempts.last { characters(attempts: $0) <= Self.limit } ?? Self.attempts.lowerBound
    }

    /// What an operator has to know of a setting; nil if every session fits.
    package func warning(attempts: Int) -> String? {
        guard characters(attempts: attempts) > Self.limit else { return nil }
        return "MAX_ATTEMPTS=\(attempts) may be too many for SIGN_IN_FLOW=\(flow.names.joined(separator: ",")): after "
            + "that many wrong answers, Cognito's session has about \(characters(attempts: attempts)) characters, and "
            + "\(Self.limit) are sure to fit. MAX_ATTEMPTS=\(attemptsThatFit) surely fits."
    }

    private func bytes(of step: FlowStep) -> Int {
        Self.row + step.rawValue.utf8.count + step.noteLength + Self.marks + flow.code.rawValue.utf8.count
    }
}
