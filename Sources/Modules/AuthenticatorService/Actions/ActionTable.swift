/// The tracked actions. When the table is full, it forgets the half that changed least recently.
struct ActionTable {
    private let capacity: Int
    private var actions: [ActionID: ActionRecord] = [:]

    init(capacity: Int) { self.capacity = capacity }

    subscript(id: ActionID) -> ActionRecord? {
        get { actions[id] }
        set {
            if newValue != nil, actions[id] == nil, actions.count >= capacity { forgetOlderHalf() }
            actions[id] = newValue
        }
    }

    private mutating func forgetOlderHalf() {
        let kept = actions.sorted { $0.value.stateUpdatedAt > $1.value.stateUpdatedAt }.prefix(actions.count / 2)
        actions = Dictionary(uniqueKeysWithValues: kept.map { ($0.key, $0.value) })
    }
}
