package import Sandbox

/// The story of one sign-in without a browser: a user with a passkey in software, and a thief who must fail.
package struct SandboxDemo: Sendable {
    private let settings: StackSettings
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
        var settings = StackSettings(bootstraps: bootstraps)
        settings.replacedBootstraps = replacedBootstraps
        settings.timeLimit = timeLimit
        self.settings = settings
        self.transcript = transcript
    }

    /// Tells the story, with the sandbox's flow and token mode.
    ///
    /// - Parameter next: what the reader may want to see next, if all is well.
    /// - Returns: whether every step ended as expected.
    /// - Throws: `SandboxError` if the sandbox does not start.
    package func tellStory(next: [String] = []) async throws(SandboxError) -> Bool {
        transcript.heading("One sign-in, with the real functions and a passkey in software")
        let stack = try SandboxStack(settings)
        let url = try await stack.start()
        await DemoRun(url: url, settings, transcript).tellStory()
        await stack.stop()
        transcript.summary()
        let isRight = transcript.differences == 0
        if isRight { for line in next { transcript.note(line) } }
        return isRight
    }
}
