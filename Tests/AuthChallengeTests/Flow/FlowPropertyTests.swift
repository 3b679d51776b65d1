import AuthChallenge
import CognitoTriggers
import Testing

/// Compares Define's walk with the contract, over every session up to a length and over long generated ones.
///
/// The sessions that an honest app can come to are few: they are written out here, and every other one must fail.
@Suite("Flows over generated sessions")
struct FlowPropertyTests {
    /// A flow under test, and the sessions that may be.
    struct Flow: Sendable, CustomTestStringConvertible {
        let rules: SessionRules
        /// Every session that earns tokens.
        let complete: Set<String>
        /// Every session that asks for another challenge.
        let pending: Set<String>

        /// A flow of steps by their letters, a wrong and a right answer of each.
        init(_ steps: [String], cap: Int, srpStart: SessionRules.SRPStart = .refuse) {
            let letters = ["RESULT_TOKEN": ("x", "o"), "EMAIL_OTP": ("e", "E"), "CAPTCHA": ("k", "K")]
            rules = SessionRules(flow: SignInFlow(steps: steps), maximumAttempts: cap, srpStart: srpStart)
            var begun: Set<String> = srpStart == .ignore ? ["", "S", "s"] : [""]
            var pending: Set<String> = []
            for step in steps {
                let (wrong, right) = letters[step] ?? ("", "")
                let due = begun.flatMap { rows in (0..<cap).map { rows + String(repeating: wrong, count: $0) } }
                pending.formUnion(due)
                begun = Set(due.map { $0 + right })
            }
            self.pending = pending
            complete = begun
        }

        var testDescription: String { "\(rules.flow.steps), \(rules.maximumAttempts), \(rules.srpStart)" }

        func expected(_ rows: String, isKnown: Bool) -> SessionRules.Decision? {
            if pending.contains(rows) { return .challenge }
            return complete.contains(rows) && isKnown ? .issueTokens : nil
        }

        /// The walk's decision, all failures taken for one.
        func decision(_ rows: String, isKnown: Bool) -> SessionRules.Decision? {
            let user = TriggerUser(isNotFound: !isKnown, sub: isKnown ? Sample.sub : nil, email: nil)
            let decision = rules.decide(Rows.parse(rows), user: user)
            if case .fail = decision { return nil }
            return decision
        }
    }

    static let flows = [
        Flow(["RESULT_TOKEN"], cap: 2), Flow(["RESULT_TOKEN"], cap: 3, srpStart: .ignore),
        Flow(["EMAIL_OTP", "RESULT_TOKEN"], cap: 1), Flow(["EMAIL_OTP", "RESULT_TOKEN"], cap: 3),
        Flow(["CAPTCHA", "EMAIL_OTP", "RESULT_TOKEN"], cap: 2),
        Flow(["CAPTCHA", "EMAIL_OTP", "RESULT_TOKEN"], cap: 2, srpStart: .ignore),
    ]

    @Test("decides as the contract says every session of up to four rows, and of six that began well", arguments: flows)
    func exhaustive(_ flow: Flow) {
        let alphabet = Array("xoeEkKSP?M")
        var wrong: [String] = []
        var sessions = [""]
        for _ in 0...6 {
            for rows in sessions {
                for isKnown in [true, false]
                where flow.decision(rows, isKnown: isKnown) != flow.expected(rows, isKnown: isKnown) {
                    wrong.append(rows)
                }
            }
            let longer = sessions.filter { flow.pending.contains($0) || flow.complete.contains($0) || $0.count < 4 }
            sessions = longer.flatMap { rows in alphabet.map { rows + String($0) } }
        }
        #expect(wrong == [])
    }

    @Test("no row, right or wrong, turns a failure into anything else", arguments: flows)
    func failuresLast(_ flow: Flow) {
        var generator = DefinePropertyTests.Generator(state: 7)
        var counts = (complete: 0, failed: 0)
        var wrong: [String] = []
        for _ in 0..<5_000 {
            let rows = Self.mutated(flow, &generator)
            let known = (0...rows.count).map { flow.decision(String(rows.prefix($0)), isKnown: true) }
            if zip(known, known.dropFirst()).contains(where: { $0 == nil && $1 != nil }) { wrong.append(rows) }
            if zip(known, known.dropFirst()).contains(where: { $0 == .issueTokens && $1 != nil }) { wrong.append(rows) }
            for isKnown in [true, false]
            where flow.decision(rows, isKnown: isKnown) != flow.expected(rows, isKnown: isKnown) {
                wrong.append(rows)
            }
            if known.last == .issueTokens {
                counts.complete += 1
            } else if known.last == .some(nil) {
                counts.failed += 1
            }
        }
        #expect(wrong == [])
        // The sessions reach both ends, or the test would say little.
        #expect(counts.complete > 100 && counts.failed > 100)
    }

    /// A session that earns tokens with none, one or two rows put in, taken out, replaced or swapped.
    private static func mutated(_ flow: Flow, _ generator: inout DefinePropertyTests.Generator) -> String {
        var rows = Array(flow.complete.sorted().randomElement(using: &generator) ?? "")
        let alphabet = Array("xoeEkKnNSsPpM?c-")
        for _ in 0..<Int.random(in: 0...2, using: &generator) {
            let place = Int.random(in: 0..<max(rows.count, 1), using: &generator)
            let letter = alphabet.randomElement(using: &generator) ?? "x"
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: rows.insert(letter, at: min(place, rows.count))
            case 1 where !rows.isEmpty: rows.remove(at: place)
            case 2 where !rows.isEmpty: rows[place] = letter
            default: if place + 1 < rows.count { rows.swapAt(place, place + 1) }
            }
        }
        // A lost note counts as the step's where there is but one.
        if flow.rules.flow.steps.count == 1 { rows = rows.map { $0 == "n" ? "x" : $0 == "N" ? "o" : $0 } }
        return String(rows)
    }
}
