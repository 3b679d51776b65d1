internal import HTTP
internal import LambdaRuntime

/// What a function does before its first event because every event would have to wait for it otherwise. Lambda gives a
/// starting function more of a processor than an event gets.
final class StartWork {
    /// Does something before a deadline, and gives the reason if it fails.
    typealias Body = (Deadline) -> String?

    /// Something that the events need: words for the log, and what to do.
    private struct Item {
        let name: String
        let body: Body
    }

    private var items: [Item] = []

    /// Notes something to do. What has been noted under the same name before is done only once.
    func add(_ name: String, _ body: @escaping Body) {
        guard !items.contains(where: { $0.name == name }) else { return }
        items.append(Item(name: name, body: body))
    }

    /// Does everything that has been noted. What fails, or has no time left, is left to the first event.
    func run(by deadline: Deadline, _ log: Log) {
        defer { items = [] }
        for item in items {
            guard let failure = item.body(deadline) else { continue }
            log(.warn, "not ready before the first event: \(item.name): \(failure)")
        }
    }
}
