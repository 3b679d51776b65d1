package import RuntimeAPIHost

/// A trigger's function that fails when it is asked to, and otherwise is the function it stands before.
package actor FaultyFunction: TriggerFunction {
    /// A way to fail.
    package enum Fault: Equatable, Sendable {
        /// The process ends with exit status 1.
        case crash
        /// The function takes too long; nobody has to wait for it.
        case hang
        /// The process takes that much longer to start.
        case slowStart(Duration)
    }

    private let function: any TriggerFunction
    private var faults: [Fault] = []

    /// A function that works until it is asked to fail.
    package init(_ function: any TriggerFunction) { self.function = function }

    /// Lets that many of the next events fail in this way, after those that are to fail already.
    package func ask(for fault: Fault, times: Int) { faults += Array(repeating: fault, count: times) }

    package func invoke(_ event: [UInt8]) async throws(BootstrapError) -> InvocationResult {
        guard !faults.isEmpty else { return try await function.invoke(event) }
        switch faults.removeFirst() {
        case .crash: return .exit(.status(1))
        case .hang: return .timeout
        case .slowStart(let delay):
            try? await Task.sleep(for: delay)
            return try await function.invoke(event)
        }
    }
}
