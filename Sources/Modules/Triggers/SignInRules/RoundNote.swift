package import CognitoTriggers

/// What Create notes about a round in the session's row (`challengeMetadata`): the step's name, what the method adds,
/// and one part with the digest that stands for the user in the audit log and the flow, with a space between each two.
/// An example is `RESULT_TOKEN who=Q2n…w;flow=P-RT`. Only the first note of a session has the digest, because the
/// session [may not become too long](SessionLength).
///
/// Cognito seals the session, so no caller can write a note. Define learns digest and flow from it. The last part may
/// be missing, and so may the flow in it.
package struct RoundNote: Equatable, Sendable {
    /// The step; nil if the note names none that a flow can have.
    package let step: FlowStep?
    /// What the method adds; nil if it adds nothing.
    package let words: String?
    /// The digest; nil if there is no audit log, or if an earlier note has it.
    package let who: String?
    /// The flow of the Create that made the round; nil if it is not noted.
    package let flow: FlowCode?

    private static let whoMark = "who="
    private static let flowMark = "flow="

    /// Makes a note.
    package init(step: FlowStep?, words: String?, who: String?, flow: FlowCode?) {
        (self.step, self.words, self.who, self.flow) = (step, words, who, flow)
    }

    /// Reads a note, by bytes: Define reads every row's, and characters take several times as long.
    package init(_ text: String) {
        var parts = Array(text.utf8).split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        let step = parts.removeFirst()
        var marks: [ArraySlice<UInt8>] = []
        if let last = parts.last, last.starts(with: Self.whoMark.utf8) {
            marks = last.split(separator: UInt8(ascii: ";"))
            parts.removeLast()
        }
        let who = marks.first?.dropFirst(Self.whoMark.utf8.count) ?? []
        let flow = marks.dropFirst().first { $0.starts(with: Self.flowMark.utf8) }
        self.init(
            step: FlowStep(rawValue: Self.text(step)),
            words: parts.isEmpty ? nil : parts.map(Self.text).joined(separator: " "),
            who: who.isEmpty ? nil : Self.text(who),
            flow: flow.map { FlowCode(rawValue: Self.text($0.dropFirst(Self.flowMark.utf8.count))) })
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

    /// The note as the row has it.
    package var text: String {
        var marks = (who != nil || flow != nil) ? Self.whoMark + (who ?? "") : nil
        if let flow { marks = (marks ?? "") + ";" + Self.flowMark + flow.rawValue }
        return [step?.rawValue, words, marks].compactMap { $0 }.joined(separator: " ")
    }
}

/// A row of a session with Create's note, read once. Define, Create and the methods share it.
package struct SessionRow: Equatable, Sendable {
    /// The row as Cognito passes it.
    package let result: ChallengeResult
    /// Whether it is of a round: a custom challenge that has been answered.
    package let isRound: Bool
    /// What Create noted; nil if there is no note, or if the row is not of a round.
    package let note: RoundNote?

    /// Reads a row.
    package init(_ result: ChallengeResult) {
        self.result = result
        isRound = result.challengeName == ChallengeResult.customChallenge
        note = isRound ? result.challengeMetadata.map { RoundNote($0) } : nil
    }
}

/// A flow in a few letters, as notes and private parameters carry it: the initials of each step's words. `P-C-RT` is
/// `PASSWORD,CAPTCHA,RESULT_TOKEN`. It is short, because Cognito's session carries it once for each round.
package struct FlowCode: RawRepresentable, Equatable, Sendable {
    /// The letters.
    package let rawValue: String

    /// The code with those letters, which may be of an unknown flow.
    package init(rawValue: String) { self.rawValue = rawValue }

    /// The code of a flow.
    init(_ flow: SignInFlow) {
        self.init(rawValue: flow.names.map(Self.initials).joined(separator: "-"))
    }

    private static func initials(_ name: String) -> String { String(name.split(separator: "_").compactMap(\.first)) }

    private static func shown(_ letters: Substring) -> String {
        let capitals = UInt8(ascii: "A")...UInt8(ascii: "Z")
        return 1...8 ~= letters.utf8.count && letters.utf8.allSatisfy(capitals.contains) ? String(letters) : "?"
    }
}

extension FlowCode: CustomStringConvertible {
    /// The steps as `SIGN_IN_FLOW` names them, for the log. The letters of an unknown step stay as they are, and
    /// anything else is a question mark.
    package var description: String {
        let known = [SignInFlow.password] + FlowStep.allCases.map(\.rawValue)
        return rawValue.split(separator: "-", omittingEmptySubsequences: false)
            .map { letters in known.first { Self.initials($0) == letters } ?? Self.shown(letters) }
            .joined(separator: ",")
    }
}

extension SignInFlow {
    /// Says for the log that a function with this flow reads a round that Create made under another one; nil if the
    /// flows do not differ.
    /// - Parameter made: the flow under which the round was made; nil if the round names none.
    package func difference(from made: FlowCode?, in function: String) -> String? {
        guard let made, made != code else { return nil }
        return "the functions have different flows: CreateAuthChallenge made this round with SIGN_IN_FLOW=\(made), "
            + "\(function) has SIGN_IN_FLOW=\(code)"
    }

    /// The first difference among the rounds of a session.
    package func difference(from session: [SessionRow], in function: String) -> String? {
        session.lazy.compactMap { difference(from: $0.note?.flow, in: function) }.first
    }
}
