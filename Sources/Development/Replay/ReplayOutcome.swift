package import RuntimeAPIHost
package import StandIns

/// The result of replaying one case.
package struct ReplayOutcome: Sendable {
    /// The case.
    package let replayCase: ReplayCase
    /// The event as it was sent.
    package let event: [UInt8]
    /// How the invocation ended.
    package let result: InvocationResult
    /// How long the invocation took, without the start of the process.
    package let duration: Duration
    /// The calls to the Authsignal stand-in.
    package let calls: [String]
    /// The operations of the AWS stand-in that were called.
    package let awsCalls: [String]
    /// The mails that were sent.
    package let mails: [SentMail]
    /// How the result differs from the expectation; empty if it does not.
    package let differences: [Difference]

    private let function: FunctionInstance
    private let linesBefore: Int

    init(
        replayCase: ReplayCase, event: [UInt8], result: InvocationResult, duration: Duration, calls: [String],
        awsCalls: [String], mails: [SentMail], differences: [Difference], function: FunctionInstance, linesBefore: Int
    ) {
        self.replayCase = replayCase
        self.event = event
        self.result = result
        self.duration = duration
        self.calls = calls
        self.awsCalls = awsCalls
        self.mails = mails
        self.differences = differences
        self.function = function
        self.linesBefore = linesBefore
    }

    /// The identifier of the function's process; nil if none runs.
    package func processID() async -> Int32? { await function.processID() }

    /// The last 10,000 log lines of all processes that the case's function has had. They are complete after the replay
    /// has stopped.
    package func allLogLines() async -> [String] { await function.logLines() }

    /// The function's log lines since the case began. They are complete after the replay has stopped.
    package func logLines() async -> [String] { await function.logLines(after: linesBefore) }
}
