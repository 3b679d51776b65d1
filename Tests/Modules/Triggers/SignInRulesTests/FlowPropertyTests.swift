import CognitoTriggers
import SignInRules
import Testing
import TriggerTestSupport

/// Compares Define's decisions with the contract, over every session up to a length and over long generated ones.
///
/// An honest app can reach only a few sessions: they are written out here, and every other one must fail.
@Suite("Flows over generated sessions")
struct FlowPropertyTests {
    /// A small generator with a fixed seed (SplitMix64), so that every run sees the same sessions.
    struct Generator: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
    }

    /// A flow under test, and the sessions that it allows.
    struct TestedFlow: Sendable, CustomTestStringConvertible {
        let rules: SessionRules
        /// Every session that earns tokens.
        let complete: Set<String>
        /// Every session that asks for another challenge.
        let pending: Set<String>
        /// Every session that asks for the password.
        let started: Set<String>

        /// A flow of steps by their letters, a wrong and a right answer of each.
        init(_ steps: [FlowStep], cap: Int, srpStart: SessionRules.SRPStart = .refuse, password: Bool = false) {
            let letters: [FlowStep: (String, String)] = [
                .resultToken: ("x", "o"), .emailOTP: ("e", "E"), .captcha: ("k", "K"),
            ]
            let flow = SignInFlow(beginsWithPassword: password, steps: steps)
            rules = SessionRules(flow: flow, maximumAttempts: cap, srpStart: srpStart)
            var begun: Set<String> = srpStart == .ignore ? ["", "S", "s"] : [""]
            started = password ? ["S"] : []
            if password {
                // What Cognito asks for after the password: each of these once at most, in any order.
                begun = ["SP"]
                for _ in 0..<3 {
                    begun.formUnion(begun.flatMap { rows in "MTC".filter { !rows.contains($0) }.map { rows + [$0] } })
                }
            }
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

        var testDescription: String {
            "\(rules.flow.steps.map(\.rawValue)), \(rules.maximumAttempts), \(rules.srpStart), \(rules.flow.beginsWithPassword)"
        }

        func expected(_ rows: String, isKnown: Bool) -> SessionRules.Decision? {
            // A remembered device may pass anywhere.
            let rows = rows.filter { !"DV".contains($0) }
            if started.contains(rows) { return .password }
            if pending.contains(rows) { return .challenge }
            return complete.contains(rows) && isKnown ? .issueTokens : nil
        }

        /// The decision on a session; nil for every failure.
        func decision(_ rows: String, isKnown: Bool) -> SessionRules.Decision? {
            let user = TriggerUser(isNotFound: !isKnown, isKnown ? .init(sub: SampleUser.sub) : nil)
            let decision = rules.decide(Rows.parse(rows).map(SessionRow.init), user: user)
            if case .fail = decision { return nil }
            return decision
        }
    }

    static let flows = [
        TestedFlow([.resultToken], cap: 2), TestedFlow([.resultToken], cap: 3, srpStart: .ignore),
        TestedFlow([.emailOTP, .resultToken], cap: 1), TestedFlow([.emailOTP, .resultToken], cap: 3),
        TestedFlow([.captcha, .emailOTP, .resultToken], cap: 2),
        TestedFlow([.captcha, .emailOTP, .resultToken], cap: 2, srpStart: .ignore),
        TestedFlow([.captcha, .resultToken], cap: 3),
        TestedFlow([.captcha, .emailOTP], cap: 2, srpStart: .ignore),
        TestedFlow([.captcha, .emailOTP], cap: 2, password: true),
        TestedFlow([.resultToken], cap: 3, password: true),
        TestedFlow([.emailOTP, .resultToken], cap: 2, password: true),
    ]

    @Test(
        "every session of up to four rows, and of six that began well, is decided as the contract says",
        arguments: flows)
    func everyShortSessionFollowsTheContract(_ flow: TestedFlow) {
        let alphabet = Array("xoeEkKNSPpM?")
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
        #expect(wrong.prefix(5) == [])
    }

    @Test("no further row turns a failure into anything else", arguments: flows)
    func failedSessionStaysFailed(_ flow: TestedFlow) {
        var generator = Generator(state: 7)
        var counts = (complete: 0, failed: 0)
        var wrong: [String] = []
        let honest = flow.complete.sorted()
        for _ in 0..<5_000 {
            let rows = Self.mutated(honest, &generator)
            // A flow that begins with the password never hears of the session without any proof that SRP adds to.
            let first = flow.started.isEmpty ? 0 : 1 + rows.prefix { "DV".contains($0) }.count
            guard rows.count >= first else { continue }
            let known = (first...rows.count).map { flow.decision(String(rows.prefix($0)), isKnown: true) }
            if zip(known, known.dropFirst()).contains(where: { $0 == nil && $1 != nil }) { wrong.append(rows) }
            if zip(known, known.dropFirst()).contains(where: { $0 == .issueTokens && ![nil, $0].contains($1) }) {
                wrong.append(rows)
            }
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
        #expect(wrong.prefix(5) == [])
        #expect(!honest.isEmpty)
        // The sessions reach both ends, or the test would say little.
        #expect(counts.complete > 100 && counts.failed > 100)
    }

    /// A session that earns tokens, with up to two rows inserted, removed, replaced or swapped.
    private static func mutated(
        _ honest: [String], _ generator: inout Generator
    ) -> String {
        var rows = Array(honest.randomElement(using: &generator) ?? "")
        let alphabet = Array("xoeEkKnNSsPpMmTCDVdv?c-")
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
        return String(rows)
    }
}
