package import HTTP

/// The time that an answer takes at least if it would otherwise show whether a user exists.
///
/// For a user, work makes up to three calls of a service; for a name that no user has, it makes none. Both take the
/// same time from the event's start, in a process that has never called the service, too. The time is a setting that
/// covers the slowest ordinary work. If the service turns out to be slower, it is raised for everybody for a while. It
/// depends only on what could be seen before: durations below it raise nothing.
package final class ResponseTimeFloor {
    private let minimum: Int64
    private let now: @Sendable () -> Int64
    private let pause: (Int64) -> Void
    private var raised: (to: Int64, at: Int64)?

    /// A floor.
    /// - Parameters:
    ///   - minimum: milliseconds; 0 for none.
    ///   - now: milliseconds since 1970.
    ///   - pause: waits for that many milliseconds.
    package init(_ minimum: Int64, now: @escaping @Sendable () -> Int64, pause: @escaping (Int64) -> Void) {
        self.minimum = minimum
        self.now = now
        self.pause = pause
    }

    /// Does work, and waits until the floor is reached, but never beyond the deadline. Work that fails does not wait:
    /// its error shows more than its duration.
    /// - Parameters:
    ///   - deadline: that of the event, which began when the deadline was made.
    ///   - isPadded: whether the result of the work may come from either kind of work.
    package func pad<Value, Failure: Error>(
        by deadline: Deadline, if isPadded: (Value) -> Bool = { _ in true }, _ work: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        // What this work takes must not change its own floor.
        let floor = current
        let value = try work()
        guard floor > 0, isPadded(value) else { return value }
        let taken = now() - deadline.began
        if taken > minimum { raise(to: taken) }
        if taken < floor, let wait = try? deadline.remaining(atMost: min(floor - taken, floor)) { pause(wait) }
        return value
    }

    /// The floor of an event that begins now.
    private var current: Int64 {
        guard let raised, 0..<Self.memory ~= now() - raised.at else { return minimum }
        return raised.to
    }

    /// Raises the floor above a duration, unless it is higher already.
    private func raise(to duration: Int64) {
        let step = min((duration / Self.step + 1) * Self.step, Self.maximum)
        if step >= current { raised = (to: step, at: now()) }
    }

    /// The highest floor, in milliseconds. What takes longer is not ordinary work.
    package static let maximum: Int64 = 3_000
    private static let step: Int64 = 250
    /// How long a raised floor lasts after it was last needed.
    private static let memory: Int64 = 600_000
}

extension Services {
    /// A floor for the time of answers.
    /// - Parameter minimum: milliseconds.
    package func responseTimeFloor(_ minimum: Int64) -> ResponseTimeFloor {
        ResponseTimeFloor(minimum, now: now, pause: pause)
    }
}
