/// What Create notes about a round in the session's row (`challengeMetadata`): the step's name, what the method adds, and
/// the digest that stands for the user in the audit log, with a space between each two.
///
/// Cognito seals the session, so no caller can write a note. Define learns the digest from it, because it has no key.
package struct RoundNote: Equatable, Sendable {
    /// The step's name.
    package let step: String
    /// What the method adds; nil if it adds nothing.
    package let words: String?
    /// The digest; nil if there is no audit log.
    package let who: String?

    private static let mark = "who="

    /// A note of those parts.
    package init(step: String, words: String?, who: String?) {
        (self.step, self.words, self.who) = (step, words, who)
    }

    /// Reads a note.
    package init(_ text: String) {
        var parts = text.split(separator: " ", omittingEmptySubsequences: false)
        let step = parts.removeFirst()
        var who: String?
        if let last = parts.last, last.hasPrefix(Self.mark) {
            who = String(last.dropFirst(Self.mark.count))
            parts.removeLast()
        }
        self.init(step: String(step), words: parts.isEmpty ? nil : parts.joined(separator: " "), who: who)
    }

    /// The note as the row has it.
    package var text: String {
        [step, words, who.map { Self.mark + $0 }].compactMap { $0 }.joined(separator: " ")
    }
}
