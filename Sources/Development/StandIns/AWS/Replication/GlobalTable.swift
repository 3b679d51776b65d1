private import Synchronization

/// One table in several Regions, as a DynamoDB global table in its default mode keeps it: each replica takes writes and
/// judges conditions by what it has itself. Each item travels by itself, also those of one transaction. The last write
/// of an item wins.
///
/// A replica catches up when it is asked for something, so nothing waits. Time passes only as `advance(by:)` says.
package final class GlobalTable: Sendable {
    private let name: String
    private let replicas: [TableStandIn]
    private let state: Mutex<State>

    private struct State {
        /// How long an item takes to the other replicas.
        let delay: Duration
        var time = Duration.zero
        /// Tells writes of the same moment apart.
        var count = 0
        var underWay: [Delivery] = []
        /// When each replica's items were written, wherever that was.
        var stamps: [[TableKey: Stamp]]

        /// Takes deliveries to a replica off their way; returns those that are newer than what the replica has.
        mutating func take(for replica: Int, where isMeant: (Delivery) -> Bool) -> [TableData.Change] {
            var changes: [TableData.Change] = []
            var left: [Delivery] = []
            for delivery in underWay {
                guard delivery.replica == replica, isMeant(delivery) else {
                    left.append(delivery)
                    continue
                }
                let key = delivery.change.key
                if let own = stamps[replica][key], own > delivery.stamp { continue }
                stamps[replica][key] = delivery.stamp
                changes.append(delivery.change)
            }
            underWay = left
            return changes
        }
    }

    /// The order of writes.
    private struct Stamp: Comparable {
        let time: Duration
        let number: Int

        static func < (one: Stamp, other: Stamp) -> Bool { (one.time, one.number) < (other.time, other.number) }
    }

    private struct Delivery {
        let replica: Int
        let change: TableData.Change
        let stamp: Stamp
    }

    /// Joins the tables of that name, which must be empty.
    /// - Parameter delay: how long an item takes to the other replicas.
    package init(_ name: String, in replicas: [TableStandIn], delay: Duration = .zero) {
        self.name = name
        self.replicas = replicas
        state = Mutex(State(delay: delay, stamps: replicas.map { _ in [:] }))
        for (number, replica) in replicas.enumerated() {
            replica.replicate(
                written: { [weak self] in self?.note($0, in: number) },
                arrived: { [weak self] in self?.due(for: number) ?? [] })
        }
    }

    /// How many items are under way.
    package var countUnderWay: Int { state.withLock { $0.underWay.count } }

    /// Lets time pass for what is under way.
    package func advance(by duration: Duration) { state.withLock { $0.time += duration } }

    /// Delivers those items under way that meet a condition, whenever they are due: what half a replica has.
    package func deliver(where isMeant: (TableItem?) -> Bool) {
        for number in replicas.indices {
            replicas[number].receive(
                state.withLock { state in
                    state.take(for: number) { isMeant($0.change.item) }
                })
        }
    }

    private func note(_ changes: [TableData.Change], in origin: Int) {
        state.withLock { state in
            for change in changes where change.table == name {
                state.count += 1
                let stamp = Stamp(time: state.time, number: state.count)
                state.stamps[origin][change.key] = stamp
                for replica in replicas.indices where replica != origin {
                    state.underWay.append(Delivery(replica: replica, change: change, stamp: stamp))
                }
            }
        }
    }

    /// What has reached a replica and is newer than what it has.
    private func due(for replica: Int) -> [TableData.Change] {
        state.withLock { state in
            let latest = state.time - state.delay
            return state.take(for: replica) { $0.stamp.time <= latest }
        }
    }
}
