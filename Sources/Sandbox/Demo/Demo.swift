/// The whole sign-in without a browser: a person with a passkey in software, and those who try what must not work.
package struct Demo: Sendable {
    private let bootstraps: String
    private let replacedBootstraps: [String: String]
    private let timeLimit: Duration
    private let transcript: DemoTranscript

    /// A demo with the functions of a folder.
    ///
    /// - Parameters:
    ///   - replacedBootstraps: executables in the place of functions, by the function's name.
    ///   - timeLimit: how long a function may take; Cognito waits 5 seconds.
    package init(
        bootstraps: String, replacedBootstraps: [String: String] = [:], timeLimit: Duration = .seconds(5),
        _ transcript: DemoTranscript
    ) {
        self.timeLimit = timeLimit
        self.bootstraps = bootstraps
        self.replacedBootstraps = replacedBootstraps
        self.transcript = transcript
    }

    /// Runs it in a token mode.
    ///
    /// - Throws: `SandboxError` when the sandbox does not start.
    package func run(_ mode: StackSettings.TokenMode) async throws(SandboxError) {
        transcript.heading("Token mode \(mode.rawValue)")
        try await withSandbox(mode) { run in
            let ana = await run.journey()
            await run.attacks(on: ana)
            if mode == .signed { await run.literalCalls() }
        }
        guard mode == .authsignal else { return }
        // Only so may a client enrol the first address itself: open to strangers, which is why it is not the default.
        transcript.heading("Token mode authsignal, FIRST_ENROLMENT=client")
        try await withSandbox(mode, firstEnrolment: .client) { await $0.literalCalls() }
    }

    /// Writes the last lines; returns whether every step ended as it must.
    package func finish() -> Bool {
        transcript.summary()
        return transcript.differences == 0
    }

    private func withSandbox(
        _ mode: StackSettings.TokenMode, firstEnrolment: StackSettings.FirstEnrolment = .server,
        _ body: (DemoRun) async -> Void
    ) async throws(SandboxError) {
        var settings = StackSettings(bootstraps: bootstraps)
        settings.tokenMode = mode
        settings.firstEnrolment = firstEnrolment
        settings.replacedBootstraps = replacedBootstraps
        settings.timeLimit = timeLimit
        let stack = try SandboxStack(settings)
        let url = try await stack.start()
        await body(DemoRun(mode: mode, url: url, settings, transcript))
        await stack.stop()
    }
}
