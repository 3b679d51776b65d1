/// What the walks of a flow have done and found.
struct WalkReport: Sendable {
    let flow: ModelRules.Flow
    var states = 0
    var steps = 0
    var walks = 0
    /// What was found, in words.
    var discoveries: [String] = []

    /// Walks every order of steps from each opening, and then in random order.
    init(_ flow: ModelRules.Flow, _ plan: WalkPlan) throws {
        self.flow = flow
        let walk = try Walk(flow)
        for opening in Opening.all(of: flow) {
            var extent = Walk.Extent()
            let depth = max(plan.depth + opening.extraDepth, 0)
            let found = walk.exhaustive(depth: depth, after: opening.steps, extent: &extent)
            states += extent.states
            steps += extent.steps
            if let found { discoveries.append("after \(opening.name), \(walk.shortened(found))") }
        }
        for seed in (0..<UInt64(plan.walks)).map({ plan.seed &+ $0 }) {
            let found = walk.random(seed: seed, length: plan.length)
            walks += 1
            steps += found?.steps.count ?? plan.length
            if let found { discoveries.append("SEED=\(seed) shows it again: \(walk.shortened(found))") }
        }
    }

    /// What was walked, in one line.
    var line: String { "\(flow.rawValue): \(states) states, \(steps) steps, \(walks) random walks" }
}
