/// The prices that the page on cost names, in dollars for a million, and in dollars for a GB-second and a GB of log.
struct Prices {
    let lambdaCalls, gigabyteSecond, readUnits, writeUnits, mails, logGigabyte, httpAPICalls: Double

    /// The rows of a million journeys, each with its name on the page.
    func rows(_ cost: JourneyCost, logBytes: Double) -> [(name: String, dollars: Double)] {
        base(cost) + [
            ("**sum**", sum(cost)), ("mails", Double(cost.mails) * mails),
            ("log", logBytes / 1_000 * logGigabyte),
            (
                "HTTP API in place of the function URL",
                // With a line of 250 bytes in its access log.
                Double(cost.authenticatorCalls) * (httpAPICalls + 0.25 * logGigabyte)
            ),
        ]
    }

    /// What a million journeys cost without mails and log.
    func sum(_ cost: JourneyCost) -> Double { base(cost).reduce(0) { $0 + $1.dollars } }

    private func base(_ cost: JourneyCost) -> [(name: String, dollars: Double)] {
        [
            ("Lambda, calls", Double(cost.calls.count) * lambdaCalls),
            ("Lambda, time", cost.gigabyteSeconds * gigabyteSecond * 1_000_000),
            ("DynamoDB, reads", Double(cost.readUnits) * readUnits),
            ("DynamoDB, writes", Double(cost.writeUnits) * writeUnits),
        ]
    }
}
