#if os(Linux)
internal import LoopbackServer
internal import LoopbackSockets
internal import RuntimeAPIHost

/// Measures what the first answer of a new process costs if it takes a call over HTTPS.
package struct ColdBenchmark {
    private let services: ColdServices
    private let listener: LoopbackHTTPServer
    private let subjects: [ColdSubject]
    private let runs: Int

    /// Prepares a benchmark of the bootstraps in a folder, as `Benchmark` does.
    ///
    /// - Parameter runs: how often each program is started with each file of roots.
    package init(bootstraps: String, loop: String, runs: Int) throws(BenchError) {
        let services = try ColdServices()
        let listener: LoopbackHTTPServer
        do throws(SystemCallError) { listener = try LoopbackHTTPServer() } catch {
            throw .systemError(error.call, error.code)
        }
        (self.services, self.listener, self.runs) = (services, listener, runs)
        func function(
            _ name: String, _ words: String, _ environment: [String: String], _ event: [UInt8],
            _ check: @escaping ([UInt8], BenchTables) throws(BenchError) -> Void
        ) -> ColdSubject {
            ColdSubject(
                name: "\(name): \(words)", executable: "\(bootstraps)/\(name)/bootstrap", environment: environment,
                event: event, check: check)
        }
        let signed = ["TOKEN_MODE": "signed", "TOKEN_SIGNING_KEY": BenchEvents.signingKey]
        let create = function("CreateAuthChallenge", "signed", signed, BenchEvents.create) { _, _ in }
        let created = try Self.measure(create, .one, services, listener).answer
        let codes = [
            "SIGN_IN_FLOW": "EMAIL_OTP", "OTP_KEY": BenchEvents.signingKey, "OTP_SENDER": "no-reply@example.test",
            "STATE_TABLE": BenchTables.state,
        ]
        subjects = [
            ColdSubject(
                name: BenchEvents.loop, executable: loop, environment: ["BARE_LOOP_CALL": services.url + "/"],
                event: BenchEvents.define, check: { _, _ in }),
            function("CreateAuthChallenge", "authsignal", [:], BenchEvents.create) {
                (answer, _) throws(BenchError) in
                try BenchEvents.check(answer, has: #""token":"\#(BenchTables.authsignalToken)""#)
            },
            function(
                "VerifyAuthChallenge", "table", signed.merging(["STATE_TABLE": BenchTables.state]) { $1 },
                try BenchEvents.verify(answering: created)
            ) { (answer, _) throws(BenchError) in
                try BenchEvents.check(answer, has: #""answerCorrect":true"#)
            },
            function("CreateAuthChallenge", "code mail", codes, BenchEvents.create) {
                (answer, tables) throws(BenchError) in
                try BenchEvents.check(answer, has: "CODE_DELIVERY_DESTINATION")
                guard tables.code != nil else { throw .program("CreateAuthChallenge", "no mail with a code") }
            },
            function(
                "AddAuthenticator", "pool keys", BenchPool.environment(at: services.url),
                try services.tables.pool.event(at: services.url)
            ) { (answer, _) throws(BenchError) in
                try BenchEvents.check(answer, of: "AddAuthenticator")
            },
            function(
                "Authenticator", "options", BenchAuthenticator.settings, try BenchAuthenticator.firstRequest()
            ) { (answer, _) throws(BenchError) in
                _ = try BenchEvents.content(of: answer)
            },
        ]
    }

    /// Measures and reports.
    ///
    /// - Parameter loopStart: how long the bare loop takes to start, in milliseconds.
    package func run(loopStart: Double) throws(BenchError) -> ColdReport {
        var samples = [[ColdServices.Roots: [Sample]]](repeating: [:], count: subjects.count)
        // All programs in turn, so that other load on the machine affects all of them equally.
        for _ in 0..<runs {
            for (index, subject) in subjects.enumerated() {
                for roots in ColdServices.Roots.allCases {
                    let sample = try Self.measure(subject, roots, services, listener)
                    samples[index][roots, default: []].append(sample)
                }
            }
        }
        var figures: [ColdFigures] = []
        for (subject, taken) in zip(subjects, samples) {
            let all = taken[.all] ?? []
            guard let total = all.map(\.total).median, let event = all.map(\.event).median,
                let one = (taken[.one] ?? []).map(\.total).median
            else { throw .program(subject.name, "nothing was measured") }
            figures.append(ColdFigures(name: subject.name, allRoots: total, oneRoot: one, event: event))
        }
        return ColdReport(loopStart: loopStart, loop: figures[0], functions: Array(figures.dropFirst()))
    }

    /// Processor times in milliseconds: from the start to the answer, and from the event to the answer.
    private typealias Sample = (total: Double, event: Double, answer: [UInt8])

    /// Starts a program and has it answer one event.
    private static func measure(
        _ subject: ColdSubject, _ roots: ColdServices.Roots, _ services: ColdServices, _ listener: LoopbackHTTPServer
    ) throws(BenchError) -> Sample {
        services.tables.reset()
        let environment = services.environment(trusting: roots).merging(subject.environment) { $1 }
            .merging(["AWS_LAMBDA_RUNTIME_API": listener.endpoint]) { $1 }
        let process = try BenchProcess(subject.executable, environment: environment)
        var connection = try BenchConnection(to: listener, program: subject.name, process: process)
        _ = try connection.awaitNext()
        let before = try BenchClock.processorTime(of: process.id)
        _ = try connection.exchange(subject.event)
        let after = try BenchClock.processorTime(of: process.id)
        let answer = connection.lastAnswer
        // A function that waits for nothing but the next event ends at once.
        try connection.acknowledge()
        _ = try connection.awaitNext()
        process.end()
        connection.end()
        try services.tables.check()
        try subject.check(answer, services.tables)
        return (total: Double(after) / 1e6, event: Double(after - before) / 1e6, answer: answer)
    }
}
#endif
