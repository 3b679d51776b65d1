package import Sandbox

/// The whole sign-in without a browser: a person with a passkey in software, and those who try what must not work.
package struct SandboxDemo: Sendable {
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

    /// Runs a flow in a token mode; one that sends its own codes has none.
    ///
    /// - Throws: `SandboxError` when the sandbox does not start.
    package func run(
        _ flow: StackSettings.Flow = .resultToken, _ mode: StackSettings.TokenMode
    ) async throws(SandboxError) {
        transcript.heading("Flow \(flow.rawValue)" + (flow.sendsCodes ? "" : ", token mode \(mode.rawValue)"))
        switch flow {
        case .resultToken where mode == .oidc:
            try await withSandbox({ $0.tokenMode = mode }) { run in
                let ana = await run.providerJourney()
                await run.providerAttacks(on: ana)
            }
        case .resultToken: try await runResultToken(mode)
        case .emailOTP: try await runEmailOTP()
        case .captchaThenResultToken, .captchaThenEmailOTP, .passwordThenCaptchaThenResultToken,
            .passwordThenCaptchaThenEmailOTP:
            try await withSandbox({ ($0.flow, $0.tokenMode) = (flow, mode) }) { run in
                await run.captchaJourney()
                await run.captchaAttacks()
            }
        case .passwordThenResultToken, .passwordThenEmailOTP:
            try await withSandbox({ ($0.flow, $0.tokenMode) = (flow, mode) }) { run in
                await run.passwordJourney()
                await run.passwordAttacks()
            }
        }
    }

    /// Writes the last lines; returns whether every step ended as it must.
    package func finish() -> Bool {
        transcript.summary()
        return transcript.differences == 0
    }

    private func runResultToken(_ mode: StackSettings.TokenMode) async throws(SandboxError) {
        try await withSandbox({ $0.tokenMode = mode }) { run in
            let ana = await run.journey()
            await run.attacks(on: ana)
            if mode == .signed { await run.literalCalls() }
        }
        guard mode == .authsignal else { return }
        // Only so may a client enrol the first address itself: open to strangers, which is why it is not the default.
        transcript.heading("Token mode authsignal, FIRST_ENROLMENT=client")
        try await withSandbox({ ($0.tokenMode, $0.firstEnrolment) = (mode, .client) }) { await $0.literalCalls() }
    }

    private func runEmailOTP() async throws(SandboxError) {
        try await withSandbox({ $0.flow = .emailOTP }) { run in
            await run.codeJourney()
            await run.codeAttacks()
        }
        // A sign-in makes a new code after each wrong answer then, so that nobody need wait for the next one.
        let limits = ["OTP_GUESSES_PER_CODE": "1", "OTP_CODES_PER_HOUR": "2"]
        transcript.heading("OTP_GUESSES_PER_CODE=1, OTP_CODES_PER_HOUR=2")
        try await withSandbox({ ($0.flow, $0.functionVariables) = (.emailOTP, limits) }) { await $0.codeLimits() }
    }

    private func withSandbox(
        _ change: (inout StackSettings) -> Void, _ body: (DemoRun) async -> Void
    ) async throws(SandboxError) {
        var settings = StackSettings(bootstraps: bootstraps)
        settings.replacedBootstraps = replacedBootstraps
        settings.timeLimit = timeLimit
        change(&settings)
        let stack = try SandboxStack(settings)
        let url = try await stack.start()
        await body(DemoRun(url: url, settings, transcript))
        await stack.stop()
    }
}
