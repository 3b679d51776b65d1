package import RuntimeAPIHost

/// A wrapper of a function that fails on request, and otherwise calls the function.
package actor FaultyFunction: TriggerFunction {
    /// A way to fail.
    package enum Fault: Equatable, Sendable {
        /// The process ends with exit status 1.
        case crash
        /// The function does not answer.
        case hang
        /// The process takes longer to start, by this duration.
        case slowStart(Duration)
    }

    private let function: any TriggerFunction
    private let limit: Duration
    private var faults: [Fault] = []

    /// A wrapper without faults.
    ///
    /// - Parameter limit: how long the caller waits for a function that hangs.
    package init(_ function: any TriggerFunction, hangsFor limit: Duration) {
        self.function = function
        self.limit = limit
    }

    /// Makes the next `times` events fail in this way, after the ones that are to fail already. An attempt that is
    /// repeated counts each time.
    package func inject(_ fault: Fault, times: Int) { faults += Array(repeating: fault, count: times) }

    package func invoke(_ event: [UInt8], requestID: String) async throws(BootstrapError) -> InvocationResult {
        guard !faults.isEmpty else { return try await function.invoke(event, requestID: requestID) }
        switch faults.removeFirst() {
        case .crash: return .exit(.status(1))
        case .hang:
            try? await Task.sleep(for: limit)
            return .timeout
        case .slowStart(let delay):
            try? await Task.sleep(for: delay)
            return try await function.invoke(event, requestID: requestID)
        }
    }
}
