#if os(Linux)
internal import RuntimeAPIHost

/// Measures how long real processes take for users and for unknown names, in turn and in random order.
package struct TimingRun {
    private let bootstraps: Bootstraps
    private let services: TimingServices
    private let instantServices: TimingServices
    private let rows: [TimingRow]
    private let samples: Int
    private let lanes: Int

    /// - Parameters:
    ///   - bootstraps: the folder of the functions.
    ///   - samples: the times of each kind of users in each row.
    ///   - lanes: how many processes work at a time; most of the time they wait.
    ///   - filter: a text that the rows have in their title; nil for all.
    package init(bootstraps: String, samples: Int, lanes: Int, filter: String?) throws(BenchError) {
        self.bootstraps = Bootstraps(folder: bootstraps)
        services = try TimingServices()
        instantServices = try TimingServices(isInstant: true)
        rows = TimingRow.all(services.endpoint, instant: instantServices.endpoint).filter { row in
            filter.map { "\(row.function) \(row.name)".contains($0) } ?? true
        }
        (self.samples, self.lanes) = (samples, lanes)
    }

    /// Measures every row, with new processes and with ones that have served others.
    /// - Parameter report: takes each result as soon as it is there.
    package func run(_ report: (TimingResult) -> Void) async throws {
        for row in rows {
            for isNew in [true, false] {
                let times = try await measure(row, isNew: isNew)
                for kind in row.users {
                    let title = "\(row.function), \(row.name), \(isNew ? "new" : "running") process, \(kind.rawValue)"
                    report(TimingResult(title, known: times[kind] ?? [], unknown: times[.unknown] ?? []))
                }
            }
        }
    }

    private typealias Times = [TimingUser.Kind: [Double]]

    private func measure(_ row: TimingRow, isNew: Bool) async throws -> Times {
        instantServices.reset()
        let kinds = (row.users + [.unknown]).flatMap { Array(repeating: $0, count: samples) }.shuffled()
        return try await withThrowingTaskGroup(of: Times.self) { group in
            for lane in 0..<lanes {
                let own = kinds.indices.filter { $0 % lanes == lane }.map { kinds[$0] }
                group.addTask { try await measure(row, own, isNew: isNew) }
            }
            return try await group.reduce(into: Times()) { all, times in all.merge(times) { $0 + $1 } }
        }
    }

    /// Measures users one after another.
    private func measure(_ row: TimingRow, _ kinds: [TimingUser.Kind], isNew: Bool) async throws -> Times {
        var function = try instance(row.function, row.environment)
        // It makes the challenges that are judged, and is not measured then. What a running authenticator has just done
        // for the same user may show in its answer, so it prepares itself.
        let preparer =
            !isNew && row.preparer == row.function
            ? function
            : try instance(row.preparer, row.environment.merging(["MINIMUM_RESPONSE_TIME": "0"]) { $1 })
        if !isNew {
            for kind in row.users + [.unknown] { _ = try await time(row, TimingUser(kind), function, preparer) }
        }
        var times = Times()
        for kind in kinds {
            if isNew {
                await function.stop()
                function = try instance(row.function, row.environment)
            }
            times[kind, default: []].append(try await time(row, TimingUser(kind), function, preparer))
        }
        await function.stop()
        await preparer.stop()
        return times
    }

    private func instance(_ function: String, _ environment: [String: String]) throws -> FunctionInstance {
        FunctionInstance(name: function, bootstrap: try bootstraps.path(of: function), environment: environment)
    }

    /// How long a function takes for a user's event, in milliseconds.
    private func time(
        _ row: TimingRow, _ user: TimingUser, _ function: FunctionInstance, _ preparer: FunctionInstance
    ) async throws -> Double {
        let event: [UInt8]
        switch row.event {
        case .create: event = TimingEvents.create(user)
        case .code: event = try TimingEvents.code(user)
        case .verify(let answer):
            let created = try await Self.reply(of: preparer, TimingEvents.create(user))
            event = try TimingEvents.verify(user, created: created, answer: answer)
        case .answer(let answer, let isCodeAsked):
            instantServices.store(user)
            let events = try TimingEvents.answer(user, answer, isCodeAsked: isCodeAsked)
            for event in events.before { _ = try await Self.reply(of: preparer, event) }
            event = events.measured
        }
        try await function.start()
        // Waiting ends when a millisecond begins, so events must not begin at one moment of it.
        try await Task.sleep(for: .microseconds(.random(in: 0..<5_000)))
        let started = ContinuousClock.now
        let reply = try await Self.reply(of: function, event)
        let time = (ContinuousClock.now - started) / .milliseconds(1)
        try Self.check(reply, row)
        return time
    }

    private static func reply(of function: FunctionInstance, _ event: [UInt8]) async throws -> [UInt8] {
        let result = try await function.invoke(event)
        guard case .reply(let reply) = result else {
            // Its log is complete when it has ended.
            await function.stop()
            let lines = await function.logLines().suffix(3).joined(separator: "\n")
            throw BenchError.program(function.name, "\(result)\n\(lines)")
        }
        return reply
    }

    /// A function that answers otherwise than the row means is not measured.
    private static func check(_ reply: [UInt8], _ row: TimingRow) throws(BenchError) {
        let text = String(decoding: reply, as: UTF8.self)
        let expected =
            switch row.event {
            case .create: #""challenge":"#
            case .verify: #""answerCorrect":false"#
            case .code: #""statusCode":200"#
            case .answer: #"\"isVerified\":false"#
            }
        guard text.contains(expected) else { throw .program(row.function, "unexpected answer: \(text)") }
    }
}
#endif
