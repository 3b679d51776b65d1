package import JSON
internal import Synchronization

/// The last lines of the audit log (docs/audit.md) that the functions have written. Each line is also an event of the
/// timeline. A line comes after the answer that it is about, so nothing may wait for it.
package final class AuditLog: Sendable {
    /// How many lines are kept.
    package static let capacity = 10_000

    private let timeline: Timeline
    private let lines = Mutex<[JSONValue]>([])

    /// A log without lines.
    package init(_ timeline: Timeline) { self.timeline = timeline }

    /// Keeps a line of a function's log if it belongs to the audit log.
    package func take(_ line: String) {
        guard line.hasPrefix("{"), let parsed = try? JSONValue(parsing: Array(line.utf8)),
            let decision = parsed["audit"]?.string, let requestID = parsed["requestId"]?.string
        else { return }
        lines.withLock { lines in
            lines.append(parsed)
            if lines.count > Self.capacity { lines.removeFirst() }
        }
        var event = TimelineEvent(.audit, decision)
        event.outcome = parsed["reason"]?.string ?? ""
        event.requestID = requestID
        event.detail = Array(parsed.bytes)
        timeline.record(event)
    }

    /// The lines in the order in which they came, the oldest first.
    ///
    /// - Parameter digests: only those of the users with these digests; nil for all.
    package func lines(of digests: Set<String>? = nil) -> [JSONValue] {
        let lines = lines.withLock { $0 }
        guard let digests else { return lines }
        return lines.filter { $0["who"]?.string.map(digests.contains) ?? false }
    }
}
