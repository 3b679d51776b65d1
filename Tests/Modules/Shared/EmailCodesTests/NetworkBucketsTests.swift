import EmailCodes
import Testing

@Suite("What networks that lie in each other have in use")
struct NetworkBucketsTests {
    private static let rules = [
        NetworkBuckets.Rule(capacity: 2, periods: [1_000, 100]), NetworkBuckets.Rule(capacity: 3, periods: [500, 50]),
    ]

    private func networks(_ small: String) -> [NetworkBuckets.Network] {
        zip([small, "large"], Self.rules).map { NetworkBuckets.Network($0, $1) }
    }

    /// Asks for a use of an attempt's own, of the kind and from the small network that each word names.
    private func admit(_ buckets: inout NetworkBuckets, _ uses: String, at now: Int64) -> [Bool] {
        uses.split(separator: " ").enumerated().map { number, use in
            buckets.admit(
                "\(now).\(use).\(number)", use.first == "r" ? 0 : 1, to: networks(String(use.suffix(1))), at: now)
        }
    }

    /// Asks for a use by each attempt of a name.
    private func admit(_ buckets: inout NetworkBuckets, attempts: String..., at now: Int64 = 5_000) -> [Bool] {
        attempts.map { buckets.admit($0, to: networks("a"), at: now) }
    }

    @Test(
        "each network allows so many uses of all kinds together",
        arguments: [
            ("ra ra ra", [true, true, false]), ("aa aa aa", [true, true, false]), ("ra aa aa", [true, true, false]),
            ("ra ab rb rc", [true, true, true, false]), ("ra ra ra rb rb", [true, true, false, true, false]),
            ("ra rb rc rd", [true, true, true, false]),
        ])
    func capacity(uses: String, admitted: [Bool]) {
        var buckets = NetworkBuckets()
        #expect(admit(&buckets, uses, at: 5_000) == admitted)
    }

    @Test("what one network refuses costs the others nothing")
    func allOrNothing() {
        var buckets = NetworkBuckets()
        _ = admit(&buckets, "ra ra", at: 5_000)
        let before = buckets
        #expect(admit(&buckets, "ra aa", at: 5_001) == [false, false])
        #expect(buckets == before)
        #expect(admit(&buckets, "rb", at: 5_001) == [true])
        let full = buckets
        #expect(admit(&buckets, "rc ac", at: 5_002) == [false, false])
        #expect(buckets == full)
    }

    @Test("one use of each kind ends after its period, in each network")
    func usesEnd() {
        var buckets = NetworkBuckets()
        #expect(admit(&buckets, "ra aa", at: 5_000) == [true, true])
        #expect(admit(&buckets, "aa", at: 5_099) == [false])
        #expect(admit(&buckets, "aa aa", at: 5_100) == [true, false])
        #expect(admit(&buckets, "rb ab", at: 5_100) == [true, false])
        // The large network's uses end sooner, for it has more of them.
        #expect(admit(&buckets, "ab", at: 5_150) == [true])
        #expect(admit(&buckets, "ra aa aa", at: 60_000) == [true, true, false])
    }

    @Test("a use is taken back once, and only one that was admitted")
    func refund() {
        var buckets = NetworkBuckets()
        #expect(admit(&buckets, attempts: "1", "2") == [true, true])
        for attempt in ["2", "2", "3"] { buckets.refund(attempt, to: networks("a")) }
        #expect(admit(&buckets, attempts: "4", "5") == [true, false])
    }

    @Test("an item holds only what is in use, and is the same after it was stored")
    func parts() {
        var buckets = NetworkBuckets()
        #expect(buckets.parts.isEmpty)
        #expect(admit(&buckets, "ra rb", at: 5_000) == [true, true])
        #expect(buckets.parts.keys.sorted() == ["a", "attempts", "b", "fullAt", "large"])
        #expect(buckets.parts["fullAt"] == .number(6_000))
        #expect(buckets.parts["large"] == .text("6000 0"))
        #expect(NetworkBuckets(parts: buckets.parts) == buckets)
        #expect(admit(&buckets, "ac", at: 6_000) == [true])
        #expect(buckets.parts.keys.sorted() == ["attempts", "c", "fullAt", "large"])
    }

    @Test("an item holds no more attempts and networks than its largest network allows in a while")
    func size() {
        var buckets = NetworkBuckets()
        for number in 0..<10_000 {
            let networks = ["\(number)", "large"].map { NetworkBuckets.Network($0, Self.rules[1]) }
            _ = buckets.admit("\(number)", to: networks, at: Int64(number * 100))
        }
        #expect(buckets.parts.count <= 9)
        guard case .text(let attempts) = buckets.parts["attempts"] else {
            Issue.record("no attempts")
            return
        }
        #expect(attempts.split(separator: " ").count == 64)
    }

    @Test(
        "parts of another form are not readable",
        arguments: [
            ("fullAt", StoredPart.text("5000")), ("a", .number(1)), ("a", .text("")), ("a", .text("1 x")),
            ("attempts", .number(1)),
        ])
    func unreadable(name: String, part: StoredPart) {
        #expect(NetworkBuckets(parts: [name: part]) == nil)
    }

    @Test(
        "the largest network that admits nothing is closed until its next use ends",
        arguments: [
            ("", 0, "", 0), ("ra", 0, "", 0), ("ra ra", 0, "a", 1_000), ("ra aa", 0, "a", 100), ("ra ra", 999, "a", 1),
            ("ra ra", 1_000, "", 0), ("ra rb rb", 0, "large", 500), ("ra rb ab", 10, "large", 40),
            ("ra ra rb", 1_000, "", 0),
        ] as [(String, Int64, String, Int64)])
    func closed(uses: String, after: Int64, mark: String, left: Int64) {
        var buckets = NetworkBuckets()
        _ = admit(&buckets, uses, at: 5_000)
        let now = 5_000 + after
        let closed = buckets.closed(networks("a"), at: now)
        #expect(closed?.mark ?? "" == mark)
        #expect((closed?.until ?? now) - now == left)
    }

    @Test("a use that ends at this moment does not open a network that others fill")
    func closedBesideAnEnd() {
        var buckets = NetworkBuckets()
        #expect(admit(&buckets, "ra aa", at: 5_000) == [true, true])
        #expect(admit(&buckets, "ra", at: 5_100) == [true])
        #expect(buckets.closed(networks("a"), at: 5_100)?.until == 6_000)
    }

    @Test("a process remembers a closed network until then, and no more networks than a thousand")
    func memory() {
        let closed = ClosedNetworks()
        func contains(_ name: String, at now: Int64) -> Bool { closed.contains(anyOf: networks(name), at: now) }
        closed.remember(nil, at: 0)
        closed.remember((mark: "a", until: 100), at: 0)
        #expect(contains("a", at: 99) && !contains("a", at: 100) && !contains("b", at: 99))
        for number in 0..<2_000 { closed.remember((mark: "\(number)", until: 200), at: 100) }
        #expect(contains("999", at: 199) && !contains("1000", at: 199))
        closed.remember((mark: "b", until: 300), at: 200)
        #expect(contains("b", at: 299))
    }
}
