package import Sandbox

/// The whole sign-in without a browser: a user with a passkey in software, and attackers who must fail.
package struct SandboxDemo: Sendable {
    private let bootstraps: String
    private let replacedBootstraps: [String: String]
    private let timeLimit: Duration
    private let transcript: DemoTranscript

    /// A demo with the functions of a folder.
    ///
    /// - Parameters:
    ///   - replacedBootstraps: executables that replace functions, by the function's name.
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

    /// Tells the story of one sign-in: the flow `RESULT_TOKEN` in the mode `signed`.
    ///
    /// - Throws: `SandboxError` if the sandbox does not start.
    package func tellStory() async throws(SandboxError) {
        transcript.heading("One sign-in, with the real functions and a passkey in software")
        try await withSandbox({ $0.tokenMode = .signed }) { await $0.tellStory() }
    }

    /// Runs a flow in a token mode: the journey of a user, and attacks. The mode is ignored if the functions send the
    /// codes themselves.
    ///
    /// - Throws: `SandboxError` if the sandbox does not start.
    package func run(
        _ flow: StackSettings.Flow = .resultToken, _ mode: StackSettings.TokenMode
    ) async throws(SandboxError) {
        transcript.heading("Flow \(flow.rawValue)" + (flow.sendsCodes ? "" : ", token mode \(mode.rawValue)"))
        try await transcript.expecting(Self.stepCount(flow, mode)) { () async throws(SandboxError) in
            try await runSteps(flow, mode)
        }
    }

    /// How many steps and attacks a flow has.
    private static func stepCount(_ flow: StackSettings.Flow, _ mode: StackSettings.TokenMode) -> Int {
        switch flow {
        case .resultToken:
            switch mode {
            case .signed: 36
            case .authsignal: 35
            case .oidc: 17
            }
        case .emailOTP: 14
        case .passwordThenResultToken: 12
        case .passwordThenEmailOTP: 9
        case .captchaThenResultToken, .captchaThenEmailOTP, .passwordThenCaptchaThenResultToken,
            .passwordThenCaptchaThenEmailOTP:
            10
        }
    }

    private func runSteps(
        _ flow: StackSettings.Flow, _ mode: StackSettings.TokenMode
    ) async throws(SandboxError) {
        switch flow {
        case .resultToken where mode == .oidc:
            try await withSandbox({ $0.tokenMode = mode }) { run in
                let ana = await run.runProviderJourney()
                await run.runProviderAttacks(on: ana)
            }
        case .resultToken: try await runResultToken(mode)
        case .emailOTP: try await runEmailOTP()
        case .captchaThenResultToken, .captchaThenEmailOTP, .passwordThenCaptchaThenResultToken,
            .passwordThenCaptchaThenEmailOTP:
            try await withSandbox({ ($0.flow, $0.tokenMode) = (flow, mode) }) { run in
                await run.runCaptchaJourney()
                await run.runCaptchaAttacks()
            }
        case .passwordThenResultToken, .passwordThenEmailOTP:
            try await withSandbox({ ($0.flow, $0.tokenMode) = (flow, mode) }) { run in
                await run.runPasswordJourney()
                await run.runPasswordAttacks()
            }
        }
    }

    /// The flows and token modes that the demo runs, all or only those of one flow or mode. Flows without tokens have
    /// no token mode. ID tokens are shown only in the flow with no other step.
    package static func cases(
        _ flow: StackSettings.Flow? = nil, _ mode: StackSettings.TokenMode? = nil
    ) -> [(flow: StackSettings.Flow, mode: StackSettings.TokenMode)] {
        let modes = mode.map { [$0] } ?? StackSettings.TokenMode.allCases
        return (flow.map { [$0] } ?? StackSettings.Flow.allCases).flatMap { flow in
            let shown = flow == .resultToken ? modes : modes.filter { $0 != .oidc }
            return (flow.sendsCodes ? [.signed] : shown).map { (flow, $0) }
        }
    }

    /// Writes the last lines; returns whether every step ended as expected.
    ///
    /// - Parameter next: what the reader may want to see next, if all is well.
    package func finish(next: [String] = []) -> Bool {
        transcript.summary()
        let isRight = transcript.differences == 0
        if isRight { for line in next { transcript.note(line) } }
        return isRight
    }

    private func runResultToken(_ mode: StackSettings.TokenMode) async throws(SandboxError) {
        try await withSandbox({ $0.tokenMode = mode }) { run in
            let ana = await run.runJourney()
            await run.runAttacks(on: ana)
            if mode == .signed { await run.runLiteralCalls() }
        }
        guard mode == .authsignal else { return }
        // Only this setting lets a client enrol the first address itself. A stranger could do that too, so it is not
        // the default.
        transcript.heading("Token mode authsignal, FIRST_ENROLMENT=client")
        try await withSandbox({ ($0.tokenMode, $0.firstEnrolment) = (mode, .client) }) { await $0.runLiteralCalls() }
    }

    private func runEmailOTP() async throws(SandboxError) {
        try await withSandbox({ $0.flow = .emailOTP }) { run in
            await run.runCodeJourney()
            await run.runCodeAttacks()
        }
        // With this limit, a sign-in creates a new code after each wrong answer, so the demo need not wait for one.
        let limits = ["OTP_GUESSES_PER_CODE": "1"]
        transcript.heading("OTP_GUESSES_PER_CODE=1")
        try await withSandbox({ ($0.flow, $0.functionVariables) = (.emailOTP, limits) }) { await $0.exceedCodeLimit() }
    }

    private func settings(_ change: (inout StackSettings) -> Void) -> StackSettings {
        var settings = StackSettings(bootstraps: bootstraps)
        settings.replacedBootstraps = replacedBootstraps
        settings.timeLimit = timeLimit
        change(&settings)
        return settings
    }

    private func withSandbox(
        _ change: (inout StackSettings) -> Void, _ body: (DemoRun) async -> Void
    ) async throws(SandboxError) {
        let settings = settings(change)
        let stack = try SandboxStack(settings)
        let url = try await stack.start()
        await body(DemoRun(url: url, settings, transcript))
        await stack.stop()
    }
}
