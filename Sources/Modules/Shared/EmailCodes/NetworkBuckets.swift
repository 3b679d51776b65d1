/// What callers from one network have used of what its networks may: those of the caller's customer, site and provider.
///
/// All networks within one provider's stand in one item. So one write charges the networks of a caller, or none of
/// them, and two callers of one provider cannot both take the last use. An item holds only what is in use, which the
/// largest network's bucket bounds.
package struct NetworkBuckets: Equatable, Sendable {
    /// What one network may use.
    package struct Rule: Equatable, Sendable {
        /// How much of all kinds together may be in use.
        package let capacity: Int64
        /// After how many milliseconds one use of each kind ends.
        package let periods: [Int64]

        package init(capacity: Int64, periods: [Int64]) {
            self.capacity = capacity
            self.periods = periods
        }

        /// How much is in use.
        /// - Parameter ends: when all uses of each kind have ended, in milliseconds since 1970.
        fileprivate func used(_ ends: [Int64], at now: Int64) -> Int64 {
            zip(ends, periods).reduce(0) { used, kind in used + (max(kind.0 - now, 0) + kind.1 - 1) / kind.1 }
        }
    }

    /// A network of a caller's.
    package struct Network: Sendable {
        /// Identifies it.
        let mark: String
        let rule: Rule

        package init(_ mark: String, _ rule: Rule) {
            self.mark = mark
            self.rule = rule
        }
    }

    /// When all uses of each kind have ended, by the network's mark.
    private var ends: [String: [Int64]] = [:]
    /// The attempts admitted last, the oldest first, so that an attempt that is repeated costs nothing.
    private var attempts: [String] = []

    /// How many attempts are remembered: more than one provider's callers may repeat.
    private static let memory = 64

    /// Nothing is in use.
    package init() {}

    /// Charges all networks with one use, if each of them allows it, or if the same attempt has been admitted before.
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

    /// The largest of some networks that admits nothing, and until when. No use ends earlier. Nil if each would
    /// admit one.
    package func closed(_ networks: [Network], at now: Int64) -> (mark: String, until: Int64)? {
        for network in networks.reversed() {
            let ends = ends[network.mark] ?? []
            guard network.rule.used(ends, at: now) >= network.rule.capacity else { continue }
            let next = zip(ends, network.rule.periods).filter { $0.0 > now }.map { ($0.0 - now - 1) % $0.1 + 1 }.min()
            return next.map { (network.mark, now + $0) }
        }
        return nil
    }

    /// Takes a use back.
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
