/// A walk found something that must never happen.
struct Discovery: CustomStringConvertible {
    let flow: ModelRules.Flow
    let steps: [Step]
    let violations: [String]

    var description: String {
        (["\(flow.rawValue): \(violations.joined(separator: "; "))"] + steps.map { "  \($0)" })
            .joined(separator: "\n")
    }
}

/// Takes steps from the beginning and checks after each.
struct Walk {
    let rules: ModelRules
    let duo: Duo
    private let beginning: Duo.Moment

    init(_ flow: ModelRules.Flow) throws {
        rules = ModelRules(flow: flow)
        duo = try Duo(rules)
        beginning = duo.moment
    }

    /// Goes back to the beginning.
    func restart() { duo.moment = beginning }

    /// Takes steps from the beginning. Impossible ones are left out.
    /// - Returns: what was found, with the steps up to there.
    func replay(_ steps: [Step], isSearched: Bool = true) -> Discovery? {
        restart()
        var taken: [Step] = []
        for step in steps where duo.take(step) {
            taken.append(step)
            var violations = duo.violations
            if violations.isEmpty, isSearched { violations = Probe(duo.known).violations() }
            if !violations.isEmpty { return Discovery(flow: rules.flow, steps: taken, violations: violations) }
        }
        return nil
    }

    /// The fewest steps that still show what was found.
    func shortened(_ discovery: Discovery) -> Discovery {
        var best = discovery
        var index = best.steps.count - 2
        while index >= 0 {
            var steps = best.steps
            if index < steps.count { steps.remove(at: index) }
            if let found = replay(steps), found.steps.count < best.steps.count { best = found }
            index -= 1
        }
        return best
    }
}
