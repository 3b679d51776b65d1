/// What the walks of a flow have done and found.
struct WalkReport: Sendable {
    let flow: ModelRules.Flow
    var states = 0
    var steps = 0
    var walks = 0
    /// What was found, in words.
    var discoveries: [String] = []

    /// Walks every order of steps from an opening.
    private init(_ flow: ModelRules.Flow, _ plan: WalkPlan, from opening: Opening) throws {
        self.flow = flow
        let walk = try Walk(flow)
        var extent = Walk.Extent()
        let depth = max(plan.depth + opening.extraDepth, 0)
        let found = walk.exhaustive(depth: depth, after: opening.steps, extent: &extent)
        (states, steps) = (extent.states, extent.steps)
        if let found { discoveries.append("after \(opening.name), \(walk.shortened(found))") }
    }

    /// Walks in random order.
    private init(randomly flow: ModelRules.Flow, _ plan: WalkPlan) throws {
        self.flow = flow
        let walk = try Walk(flow)
        for seed in (0..<UInt64(plan.walks)).map({ plan.seed &+ $0 }) {
            let found = walk.random(seed: seed, length: plan.length)
            walks += 1
            steps += found?.steps.count ?? plan.length
            if let found { discoveries.append("SEED=\(seed) shows it again: \(walk.shortened(found))") }
        }
    }

    /// Walks each flow, from each opening and then in random order. The walks share the cores of the machine.
    static func all(_ plan: WalkPlan) async throws -> [WalkReport] {
        var parts: [@Sendable () throws -> WalkReport] = []
        for flow in plan.flows {
            for opening in Opening.all(of: flow) { parts.append { try WalkReport(flow, plan, from: opening) } }
            parts.append { try WalkReport(randomly: flow, plan) }
        }
        let reports = try await withThrowingTaskGroup(of: (number: Int, report: WalkReport).self) { group in
            for (number, part) in parts.enumerated() { group.addTask { (number, try part()) } }
            var reports: [(number: Int, report: WalkReport)] = []
            for try await done in group { reports.append(done) }
            return reports.sorted { $0.number < $1.number }.map(\.report)
        }
        return plan.flows.map { flow in
            reports.filter { $0.flow == flow }.reduce(WalkReport(flow: flow)) { $0.adding($1) }
        }
    }

    private init(flow: ModelRules.Flow) { self.flow = flow }

    private func adding(_ other: WalkReport) -> WalkReport {
        var sum = self
        sum.states += other.states
        sum.steps += other.steps
        sum.walks += other.walks
        sum.discoveries += other.discoveries
        return sum
    }

    /// What was walked, in one line.
    var line: String { "\(flow.rawValue): \(states) states, \(steps) steps, \(walks) random walks" }
}
