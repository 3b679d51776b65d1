extension Walk {
    /// What an exhaustive walk has done.
    struct Extent {
        var states = 0
        var steps = 0
    }

    /// Walks every order of steps up to a depth. States that the model cannot tell apart are walked on from once.
    /// - Parameters:
    ///   - opening: steps to take before.
    ///   - extent: is told what was walked.
    /// - Returns: the first thing found that must never happen, by the fewest steps.
    func exhaustive(
        depth: Int, after opening: [Step], extent: inout Extent
    ) -> Discovery? {
        if let found = replay(opening) { return found }
        let alphabet = Alphabet(rules: rules)
        var known: Set<String> = [duo.known.model.signature]
        var layer: [(moment: Duo.Moment, steps: [Step])] = [(duo.moment, opening)]
        for _ in 0..<depth {
            var next: [(moment: Duo.Moment, steps: [Step])] = []
            for (moment, steps) in layer {
                for step in alphabet.steps(in: moment.known.model) {
                    duo.moment = moment
                    guard duo.take(step) else { continue }
                    extent.steps += 1
                    if let found = discovery(steps + [step], duo.violations) { return found }
                    guard known.insert(duo.known.model.signature).inserted else { continue }
                    extent.states += 1
                    let reached = duo.moment
                    if let found = discovery(steps + [step], Probe(duo.known).violations()) { return found }
                    next.append((reached, steps + [step]))
                }
            }
            layer = next
        }
        return nil
    }

    private func discovery(_ steps: [Step], _ violations: [String]) -> Discovery? {
        violations.isEmpty ? nil : Discovery(flow: rules.flow, steps: steps, violations: violations)
    }
}
