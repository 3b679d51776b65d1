import Foundation

/// How far to walk: `FLOW`, `DEPTH`, `SEED` and `WALKS` of `make model`.
struct WalkPlan: Sendable {
    /// The flows to walk.
    var flows = ModelRules.Flow.allCases
    /// How many steps every order is walked for.
    var depth = 2
    /// The first seed of the random walks. Each further walk has the next one.
    var seed: UInt64 = 922_938_465
    /// How many random walks there are in each flow.
    var walks = 6
    /// How many steps a random walk has.
    let length = 50

    /// The plan of the environment.
    init() {
        let environment = ProcessInfo.processInfo.environment
        func number<Number: LosslessStringConvertible>(_ name: String) -> Number? {
            environment[name].flatMap { Number($0) }
        }
        if let flow = environment["MODEL_FLOW"].flatMap(ModelRules.Flow.init(rawValue:)) { flows = [flow] }
        seed = number("MODEL_SEED") ?? seed
        depth = number("MODEL_DEPTH") ?? depth
        walks = number("MODEL_WALKS") ?? walks
    }
}
