/// The networks whose moment a process has found used up, and until when: so the rest of a flood costs no call.
package final class ClosedNetworks {
    private var ends: [String: Int64] = [:]
    /// How many are remembered. A flood from more of them asks the table.
    private static let memory = 1_000

    /// None.
    package init() {}

    /// Whether one of some networks is closed.
    package func contains(anyOf networks: [NetworkBuckets.Network], at now: Int64) -> Bool {
        networks.contains { ends[$0.mark].map { now < $0 } ?? false }
    }

    /// Notes that a network is closed until then, if it is.
    package func note(_ closed: (mark: String, until: Int64)?, at now: Int64) {
        guard let closed else { return }
        if ends.count >= Self.memory { ends = ends.filter { now < $0.value } }
        if ends.count < Self.memory { ends[closed.mark] = closed.until }
    }
}
