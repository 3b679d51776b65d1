package import RuntimeAPIHost

/// What came of one case.
package struct ReplayOutcome: Sendable {
    /// The case.
    package let replayCase: ReplayCase
    /// The event as it was sent.
    package let event: [UInt8]
    /// How the invocation ended.
    package let result: InvocationResult
    /// How long the invocation took, a start of the process not counted.
    package let duration: Duration
    /// The calls that the Authsignal stand-in was sent.
    package let calls: [String]
    /// The operations that the stand-in of AWS was asked for.
    package let awsCalls: [String]
    /// How the result differs from what is expected; empty when it does not.
    package let differences: [Difference]

    private let function: FunctionInstance
    private let linesBefore: Int

    init(
        replayCase: ReplayCase, event: [UInt8], result: InvocationResult, duration: Duration, calls: [String],
        awsCalls: [String], differences: [Difference], function: FunctionInstance, linesBefore: Int
    ) {
        self.replayCase = replayCase
        self.event = event
        self.result = result
        self.duration = duration
        self.calls = calls
        self.awsCalls = awsCalls
        self.differences = differences
        self.function = function
        self.linesBefore = linesBefore
    }

    /// What the function has logged since the case began; complete once the replay is stopped.
    package func logLines() async -> [String] { Array(await function.logLines().dropFirst(linesBefore)) }
}
