/// The way to a member inside a JSON value, written as differences name places: `request.session[0].challengeResult`.
struct MemberPath: Equatable, Sendable {
    /// One step: into a member of an object, or an element of an array.
    enum Step: Equatable, Sendable {
        case member(String)
        case element(Int)
    }

    let steps: [Step]
    /// The path as it is written.
    let text: String

    /// Reads a path; nil if the text is not one.
    init?(_ text: String) {
        var steps: [Step] = []
        for part in text.split(separator: ".", omittingEmptySubsequences: false) {
            let pieces = part.split(separator: "[", omittingEmptySubsequences: false)
            guard !pieces[0].isEmpty, !pieces[0].contains("]") else { return nil }
            steps.append(.member(String(pieces[0])))
            for piece in pieces.dropFirst() {
                guard piece.last == "]", let index = Int(piece.dropLast()), index >= 0 else { return nil }
                steps.append(.element(index))
            }
        }
        self.steps = steps
        self.text = text
    }
}
