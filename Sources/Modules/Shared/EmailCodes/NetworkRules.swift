/// The limits of callers from one network.
///
/// A larger network has more people, but one attacker may have all of it: an IPv6 customer gets a /64, a /56 or a /48,
/// and a host some addresses of a /24. So its limit is higher, but far below the sum of its parts.
struct NetworkRules {
    /// The mails that one customer may cause at once, and again in each quarter of an hour.
    private let mails: Int64
    /// The same for the limits of a moment: at least what people who share an address need.
    private let share: Int64

    /// - Parameter mails: those that one customer may cause; 0 for any number.
    /// - Returns: nil for any number.
    init?(mails: Int64) {
        guard mails > 0 else { return nil }
        self.mails = mails
        share = max(mails, 30)
    }

    /// The mails that callers from one network may cause.
    ///
    /// A thousand people of one provider can get a mail each at once. Yet one provider's network cannot use up the
    /// default of `OTP_MAILS_PER_HOUR`: it causes at most 3,120 mails in its first hour.
    func mails(of size: CallerNetwork.Size) -> NetworkBuckets.Rule {
        let (atOnce, again): (Int64, Int64) =
            switch size {
            case .customer: (1, 1)
            case .site: (8, 4)
            case .provider: (40, 16)
            }
        return NetworkBuckets.Rule(capacity: mails * atOnce, periods: [900_000 / (mails * again)])
    }

    /// The requests for a code and answers of one network that may wait at one moment.
    ///
    /// Each holds a process until its reply is sent. An answer waits a quarter as long as a request, and counts half as
    /// long. At the default, three wait for one customer. With a flood from a whole /48 seven wait in its first second
    /// and three later, or eight if it sends both kinds in the worst order. A thousand people of one provider who sign
    /// in within half an hour are all admitted.
    ///
    /// The table counts, not the process: limits of processes would add up, or be too low for a single one.
    func moment(of size: CallerNetwork.Size) -> NetworkBuckets.Rule {
        let (thirds, pace): (Int64, Int64) =
            switch size {
            case .customer: (3, 1)
            case .site: (4, 2)
            case .provider: (5, 5)
            }
        let period = 30_000 / share / pace
        return NetworkBuckets.Rule(capacity: (share / 10 * thirds + 2) / 3, periods: [period, period / 2])
    }

    /// A use of a moment, by its position among the periods.
    enum Use: Int {
        case request, answer
    }
}

/// The networks that a process has found at their limit, and until when, so that the rest of a flood costs no call.
package final class ClosedNetworks {
    private var ends: [String: Int64] = [:]
    /// How many are remembered. A flood from more networks asks the table.
    private static let memory = 1_000

    /// None.
    package init() {}

    /// Whether any of the networks is closed.
    package func contains(anyOf networks: [NetworkBuckets.Network], at now: Int64) -> Bool {
        networks.contains { ends[$0.mark].map { now < $0 } ?? false }
    }

    /// Notes a closed network.
    package func remember(_ closed: (mark: String, until: Int64)?, at now: Int64) {
        guard let closed else { return }
        ends = ends.filter { now < $0.value }
        if ends.count < Self.memory { ends[closed.mark] = closed.until }
    }
}
