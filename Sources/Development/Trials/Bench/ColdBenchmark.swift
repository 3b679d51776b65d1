#if os(Linux)
internal import RuntimeAPIHost

/// Measures what the first answer of a new process costs if it takes a call over HTTPS.
package struct ColdBenchmark {
    private let certificates: TrialCertificates
    private let services: TrialServices
    private let subjects: [BenchSubject]
    private let runs: Int

    /// Prepares a benchmark of the bootstraps in a folder, as `Benchmark` does.
    ///
    /// - Parameter runs: how often each program is started with each file of roots.
    package init(bootstraps: String, loop: String, runs: Int) throws {
        self.runs = runs
        certificates = try TrialCertificates()
        guard certificates.hasMachineRoots else {
            throw TrialError.request("this machine has no file of trusted roots, such as that of ca-certificates")
        }
        services = try TrialServices(certificates: certificates)
        subjects = try Self.subjects(Bootstraps(folder: bootstraps), loop: loop, services)
    }

    private static func subjects(
        _ bootstraps: Bootstraps, loop: String, _ services: TrialServices
    ) throws -> [BenchSubject] {
        let verify = try BenchSubject.verifyEvent(bootstraps, services)
        // Waiting takes no processor time.
        return [
            BenchSubject(loop: loop, ["BARE_LOOP_CALL": services.endpoint + "/"]),
            try BenchSubject(
                "CreateAuthChallenge", "authsignal", of: bootstraps, services.authsignal.withoutWaiting,
                answer: #""token":"e30.e30.e30""#
            ) { _ in TrialEvents.create(.ana) },
            try BenchSubject(
                "VerifyAuthChallenge", "table", of: bootstraps, services.stateTable.merging(services.signed) { $1 },
                answer: #""answerCorrect":true"#
            ) { _ in verify },
            try BenchSubject(
                "CreateAuthChallenge", "code mail", of: bootstraps, services.emailed.withoutWaiting,
                answer: "CODE_DELIVERY_DESTINATION", mails: 1
            ) { _ in TrialEvents.create(.ana) },
            try BenchSubject(
                "AddAuthenticator", "pool keys", of: bootstraps, services.addAuthenticator.withoutWaiting,
                answer: #"\"token\":\"ey"#
            ) { _ in try TrialEvents.addAuthenticator(.ana, services) },
            try BenchSubject(
                "Authenticator", "options", of: bootstraps, services.authenticator.withoutWaiting,
                answer: #""statusCode":200"#
            ) { _ in
                TrialEvents.request(
                    "user-authenticators/passkey/authentication-options", token: try TrialEvents.challengeToken(.ana))
            },
        ]
    }

    /// Measures and reports.
    ///
    /// - Parameter loopStart: how long the bare loop takes to start, in milliseconds.
    package func run(loopStart: Double?) throws -> BenchReport {
        var samples = [BenchSamples](repeating: [:], count: subjects.count)
        // All programs in turn, so that other load on the machine affects all of them equally.
        for _ in 0..<runs {
            for (index, subject) in subjects.enumerated() {
                let (all, one) = (try measure(subject, trusting: .all), try measure(subject, trusting: .one))
                samples[index].add(all.total, as: .allRoots)
                samples[index].add(all.afterEvent, as: .afterEvent)
                samples[index].add(one.total, as: .oneRoot)
            }
        }
        let rows = zip(subjects, samples).enumerated().map { index, row in
            let figures = row.1.compactMapValues(\.median)
            // The bare loop has no limits.
            let limits = index == 0 ? [] : BenchLimits.firstAnswer(figures, loopStart: loopStart)
            return (row.0.program.name, figures, limits)
        }
        return BenchReport(
            title: "Processor time from the start of the process to its first answer, which takes a call over HTTPS",
            [.allRoots, .oneRoot, .afterEvent], rows)
    }

    /// Starts a program and has it answer one event.
    /// - Returns: processor times in milliseconds: from the start to the answer, and from the event to the answer.
    private func measure(
        _ subject: BenchSubject, trusting roots: TrialCertificates.Roots
    ) throws -> (total: Double, afterEvent: Double) {
        services.reset()
        var program = subject.program
        program.environment.merge(certificates.variable(trusting: roots)) { $1 }
        let running = try RunningProgram(program)
        let event = try subject.event(running)
        let before = try running.figures.processorTime()
        _ = try running.send(event)
        let after = try running.figures.processorTime()
        // A function that waits for nothing but the next event ends at once.
        try running.accept()
        try subject.check(running.answer, services)
        guard services.codes.count == subject.mails else {
            throw TrialError.program(program.name, "\(services.codes.count) mails with a code")
        }
        return (Double(after) / 1e6, Double(after - before) / 1e6)
    }
}
#endif
