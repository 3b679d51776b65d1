import TestSupport

extension Walk {
    /// Walks in random order. The same seed takes the same steps.
    func random(seed: UInt64, length: Int) -> Discovery? {
        var generator = SeededRandom(seed)
        let alphabet = Alphabet(rules: rules)
        // Some attackers ask and guess far more often than anybody else does anything.
        let isGreedy = Int.random(in: 0..<3, using: &generator) == 0
        restart()
        var steps: [Step] = []
        while steps.count < length {
            var choice = alphabet.steps(in: duo.known.model)
            if isGreedy, Int.random(in: 0..<3, using: &generator) > 0 {
                choice = choice.filter { $0.actor == .attacker }
            }
            guard let step = choice.randomElement(using: &generator), duo.take(step) else { continue }
            steps.append(step)
            var violations = duo.violations
            if violations.isEmpty, steps.count % 8 == 0 { violations = Probe(duo.known).violations() }
            if !violations.isEmpty { return Discovery(flow: rules.flow, steps: steps, violations: violations) }
        }
        return nil
    }
}
