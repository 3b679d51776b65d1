package import CognitoTriggers

/// What Create notes about a round in the session's row (`challengeMetadata`): the step's name, what the method adds, and
/// one part with the digest that stands for the user in the audit log and the flow, with a space between each two. An
/// example is `RESULT_TOKEN who=Q2n…w;flow=P-RT`.
///
/// Cognito seals the session, so no caller can write a note. Define learns digest and flow from it. Every version reads
/// the notes of the one before, whose last part is only `who=` and the digest, and may be missing. The other way round,
/// that version takes all that follows `who=` for the digest, and so reads the steps and words of newer notes. A mark
/// that a newer version adds after a semicolon is skipped.
package struct RoundNote: Equatable, Sendable {
    /// The step's name.
    package let step: String
    /// What the method adds; nil if it adds nothing.
    package let words: String?
    /// The digest; nil if there is no audit log.
    package let who: String?
    /// The flow of the Create that made the round; nil if that version did not note it.
    package let flow: FlowCode?

    private static let whoMark = "who="
    private static let flowMark = "flow="

    /// A note of those parts.
    package init(step: String, words: String?, who: String?, flow: FlowCode?) {
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
            step: Self.text(step), words: parts.isEmpty ? nil : parts.map(Self.text).joined(separator: " "),
            who: who.isEmpty ? nil : Self.text(who),
            flow: flow.map { FlowCode(rawValue: Self.text($0.dropFirst(Self.flowMark.utf8.count))) })
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

    /// The note as the row has it.
    package var text: String {
        var marks = (who != nil || flow != nil) ? Self.whoMark + (who ?? "") : nil
        if let flow { marks = (marks ?? "") + ";" + Self.flowMark + flow.rawValue }
        return [step, words, marks].compactMap { $0 }.joined(separator: " ")
    }
}

extension ChallengeResult {
    /// What Create noted about the round, read anew at each call; nil if there is no note.
    package var note: RoundNote? { challengeMetadata.map { RoundNote($0) } }
}
