import CognitoTriggers
import LambdaRuntime
import SignInRules
import Testing
import TriggerTestSupport

@Suite("Define over generated sessions")
struct DefinePropertyTests {
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

        /// A session of up to 12 rows, most of them wrong answers so that the interesting ones are not rare.
        mutating func rows() -> String {
            let alphabet = Array("xxxxxxxxxxooooSsPpM?c-")
            let length = Int.random(in: 0...12, using: &self)
            return String((0..<length).map { _ in alphabet.randomElement(using: &self) ?? "x" })
        }
    }

    /// The decision that the contract demands, stated as patterns over the letters.
    static func expected(_ rows: String, cap: Int, ignoresSRP: Bool, isKnown: Bool) -> DefineAuthChallengeEvent.Answer {
        let start = rows.first.map { "Ss".contains($0) } ?? false
        let answers = ignoresSRP && start ? String(rows.dropFirst()) : rows
        if answers.allSatisfy({ $0 == "x" }), answers.count < cap { return .customChallenge }
        let wrongOnesThenRight = answers.last == "o" && answers.dropLast().allSatisfy { $0 == "x" }
        return wrongOnesThenRight && answers.count <= cap && isKnown ? .issueTokens : .failAuthentication
    }

    @Test("tokens only for a right last answer within the cap, after only wrong ones", arguments: 1...10)
    func tokensOnlyForARightLastAnswer(_ cap: Int) throws {
        var generator = Generator(state: UInt64(cap))
        var seen: [DefineAuthChallengeEvent.Answer: Int] = [:]
        for _ in 0..<400 {
            let rows = generator.rows()
            let ignoresSRP = Bool.random(using: &generator)
            let isKnown = Int.random(in: 0..<4, using: &generator) > 0
            let event = (isKnown ? EventBuilder.define : .define.unknownUser()).session(Rows.parse(rows))
            let settings = ["MAX_ATTEMPTS": String(cap), "SRP_START": ignoresSRP ? "ignore" : "refuse"]
            let word = try DefineReply.decision(event, settings)
            let decision: DefineAuthChallengeEvent.Answer =
                word == "tokens" ? .issueTokens : word == "challenge" ? .customChallenge : .failAuthentication
            #expect(
                decision == Self.expected(rows, cap: cap, ignoresSRP: ignoresSRP, isKnown: isKnown),
                "\(rows), cap \(cap), SRP ignored \(ignoresSRP), known \(isKnown)")
            seen[decision, default: 0] += 1
        }
        // The sessions reach every decision, or the test would say little.
        #expect(seen.count == 3)
    }

    @Test("a session that has failed never earns tokens later")
    func failedSessionNeverEarnsTokens() {
        var generator = Generator(state: 42)
        let user = TriggerUser(sub: SampleUser.sub, email: nil)
        for _ in 0..<5_000 {
            let rules = SessionRules(
                maximumAttempts: Int.random(in: 1...10, using: &generator),
                srpStart: SessionRules.SRPStart.allCases.randomElement(using: &generator) ?? .refuse)
            let rows = Rows.parse(generator.rows())
            let decisions = (0...rows.count).map { rules.decide(Array(rows.prefix($0)), user: user) }
            guard let end = decisions.firstIndex(where: { $0 != .challenge }) else { continue }
            #expect(!decisions[(end + 1)...].contains { $0 == .issueTokens || $0 == .challenge })
        }
    }
}
