internal import HTTP
internal import JSON
internal import Synchronization

/// What the triggers decided, read from the sandbox's timeline.
final class DemoDecisions: Sendable {
    private let http: DemoHTTP
    private let last = Mutex(0)

    init(http: DemoHTTP) { self.http = http }

    /// The decisions since the last call, in order, such as `Define: challenge`.
    func latest() async throws(DemoDifference) -> [String] {
        let answer = try await http.send(.get, "/sandbox/events?after=\(last.withLock { $0 })")
        guard let json = answer.json, let number = json["last"]?.integer else {
            throw DemoDifference("the timeline", found: "status \(answer.status)")
        }
        last.withLock { $0 = Int(number) }
        return (json["events"]?.elements ?? []).filter { $0["kind"]?.string == "trigger" }
            .map { "\(Self.shortened($0["title"]?.string ?? "")): \($0["outcome"]?.string ?? "")" }
    }

    /// Throws a difference unless these were the decisions since the last call; returns them in one line.
    func require(_ expected: String...) async throws(DemoDifference) -> String {
        let found = try await latest()
        try DemoDifference.unless(
            found == expected, expected.joined(separator: "; "), found: found.joined(separator: "; "))
        return found.joined(separator: "; ")
    }

    /// Leaves out what the names of three triggers share.
    private static func shortened(_ name: String) -> String { name.replacing(/AuthChallenge(Response)?$/, with: "") }
}
