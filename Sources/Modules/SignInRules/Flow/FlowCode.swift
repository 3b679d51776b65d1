/// A flow in a few letters, as notes and private parameters carry it: the initials of each step's words. `P-C-RT` is
/// `PASSWORD,CAPTCHA,RESULT_TOKEN`. It is short, because Cognito's session carries it once for each round.
package struct FlowCode: RawRepresentable, Equatable, Sendable {
    /// The letters.
    package let rawValue: String

    /// The code with those letters, which may be of a flow that this version does not know.
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
    /// The steps as `SIGN_IN_FLOW` names them, for the log. The letters of a step that this version does not know stay as
    /// they are, and anything else is a question mark.
    package var description: String {
        let known = [SignInFlow.password] + SignInStep.all.map(\.name)
        return rawValue.split(separator: "-", omittingEmptySubsequences: false)
            .map { letters in known.first { Self.initials($0) == letters } ?? Self.shown(letters) }
            .joined(separator: ",")
    }
}
