/// The uses of a provider's network and of the smaller networks in it.
///
/// They are one item, so that one write charges all networks of a caller or none, and two callers cannot both take the
/// last use. The item holds only current uses, whose number the largest network limits.
package struct NetworkBuckets: Equatable, Sendable {
    /// The limit of one network.
    package struct Rule: Equatable, Sendable {
        /// How many uses of all kinds together there may be.
        package let capacity: Int64
        /// After how many milliseconds one use of each kind ends.
        package let periods: [Int64]

        package init(capacity: Int64, periods: [Int64]) {
            self.capacity = capacity
            self.periods = periods
        }

        /// The number of current uses.
        /// - Parameter ends: when all uses of each kind have ended, in milliseconds since 1970.
        fileprivate func used(_ ends: [Int64], at now: Int64) -> Int64 {
            zip(ends, periods).reduce(0) { used, kind in used + (max(kind.0 - now, 0) + kind.1 - 1) / kind.1 }
        }
    }

    /// One of a caller's networks.
    package struct Network: Sendable {
        /// Identifies the network.
        let mark: String
        let rule: Rule

        package init(_ mark: String, _ rule: Rule) {
            self.mark = mark
            self.rule = rule
        }
    }

    /// When all uses of each kind have ended, by the network's mark.
    private var ends: [String: [Int64]] = [:]
    /// The attempts admitted last, the oldest first, so that repeating one costs nothing.
    private var attempts: [String] = []

    /// How many attempts are remembered: more than callers of one provider repeat.
    private static let memory = 64

    /// Nothing is in use.
    package init() {}

    /// Charges all networks with one use if each allows it, or nothing if the attempt has been admitted before.
    /// - Parameter kind: the use's position among the periods of the rules.
    package mutating func admit(
        _ attempt: String, _ kind: Int = 0, to networks: [Network], at now: Int64
    ) -> Bool {
        if attempts.contains(attempt) { return true }
        guard networks.allSatisfy({ $0.rule.used(ends[$0.mark] ?? [], at: now) < $0.rule.capacity }) else {
            return false
        }
        ends = ends.filter { $0.value.contains { $0 > now } }
        for network in networks {
            var own = ends[network.mark] ?? Array(repeating: 0, count: network.rule.periods.count)
            own[kind] = max(own[kind], now) + network.rule.periods[kind]
            ends[network.mark] = own
        }
        attempts = attempts.suffix(Self.memory - 1) + [attempt]
        return true
    }

    /// The largest network that is at its limit, and when its next use ends. Nil if each admits one more.
    package func closed(_ networks: [Network], at now: Int64) -> (mark: String, until: Int64)? {
        for network in networks.reversed() {
            let ends = ends[network.mark] ?? []
            guard network.rule.used(ends, at: now) >= network.rule.capacity else { continue }
            let next = zip(ends, network.rule.periods).filter { $0.0 > now }.map { ($0.0 - now - 1) % $0.1 + 1 }.min()
            return next.map { (network.mark, now + $0) }
        }
        return nil
    }

    /// Refunds a use.
    package mutating func refund(_ attempt: String, _ kind: Int = 0, to networks: [Network]) {
        guard let index = attempts.firstIndex(of: attempt) else { return }
        attempts.remove(at: index)
        for network in networks { ends[network.mark]?[kind] -= network.rule.periods[kind] }
    }
}

extension NetworkBuckets: StoredCounts {
    package var parts: [String: StoredPart] {
        guard self != NetworkBuckets() else { return [:] }
        let networks = ends.mapValues { StoredPart.text($0.map { String($0) }.joined(separator: " ")) }
        return networks.merging([
            "fullAt": .number(ends.values.joined().max() ?? 0), "attempts": .text(attempts.joined(separator: " ")),
        ]) { $1 }
    }

    package init?(parts: [String: StoredPart]) {
        for (name, part) in parts {
            switch (name, part) {
            // When nothing is in use any more.
            case ("fullAt", .number): break
            case ("attempts", .text(let text)): attempts = text.split(separator: " ").map(String.init)
            case (_, .text(let text)):
                let times = text.split(separator: " ").map { Int64($0) }
                guard name != "fullAt", !times.isEmpty, !times.contains(nil) else { return nil }
                ends[name] = times.compactMap { $0 }
            default: return nil
            }
        }
    }
}
