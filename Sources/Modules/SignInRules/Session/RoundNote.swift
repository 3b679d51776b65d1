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

    /// Reads a note.
    package init(_ text: String) {
        var parts = text.split(separator: " ", omittingEmptySubsequences: false)
        let step = parts.removeFirst()
        var who: Substring = ""
        if let last = parts.last, last.hasPrefix(Self.whoMark) {
            who = last.dropFirst(Self.whoMark.count).prefix { $0 != ";" }
            parts.removeLast()
        }
        self.init(
            step: String(step), words: parts.isEmpty ? nil : parts.joined(separator: " "),
            who: who.isEmpty ? nil : String(who), flow: Self.flow(of: text))
    }

    /// The flow that a note names, which Define reads of every row; nil if it names none.
    package static func flow(of text: String) -> FlowCode? {
        let bytes = text.utf8
        guard let space = bytes.lastIndex(of: UInt8(ascii: " ")) else { return nil }
        let part = bytes[space...].dropFirst()
        guard part.starts(with: whoMark.utf8) else { return nil }
        let marks = part.split(separator: UInt8(ascii: ";")).dropFirst()
        return marks.first { $0.starts(with: flowMark.utf8) }
            .map { FlowCode(rawValue: String(Substring($0.dropFirst(flowMark.utf8.count)))) }
    }

    /// The note as the row has it.
    package var text: String {
        var marks = (who != nil || flow != nil) ? Self.whoMark + (who ?? "") : nil
        if let flow { marks = (marks ?? "") + ";" + Self.flowMark + flow.rawValue }
        return [step, words, marks].compactMap { $0 }.joined(separator: " ")
    }
}
