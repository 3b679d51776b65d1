internal import CLibrary
internal import Essentials
internal import LoopbackServer
package import LoopbackSockets

/// Lambda's side of the Runtime API, version 2018-06-01, for one bootstrap process.
///
/// It hands out events one at a time, in the order of the invocations. A server serves one process. When that process
/// ends or reports that it cannot start, every invocation ends with the same result.
package actor RuntimeAPIServer {
    /// How long an invocation may take; Cognito waits 5 seconds for a trigger.
    package nonisolated let timeLimit: Duration
    /// The value of `Lambda-Runtime-Invoked-Function-Arn`.
    nonisolated let functionARN: String

    private var service: LoopbackHTTPServer?
    private var queue: [PendingInvocation] = []
    private var current: PendingInvocation?
    private var results: [String: CheckedContinuation<InvocationResult, Never>] = [:]
    private var timers: [String: Task<Void, Never>] = [:]
    private var timedOut: Set<String> = []
    private var eventRequest: CheckedContinuation<PendingInvocation?, Never>?
    private var observers: [CheckedContinuation<Void, Never>] = []
    private var isReady = false
    private var ending: InvocationResult?

    /// A server for the function with this ARN.
    package init(functionARN: String, timeLimit: Duration = .seconds(5)) {
        self.functionARN = functionARN
        self.timeLimit = timeLimit
    }

    /// Starts serving; returns the value of `AWS_LAMBDA_RUNTIME_API`.
    package func start() throws(SystemCallError) -> String {
        let service = try LoopbackHTTPServer()
        service.start { arrival, socket, _ in
            // An answer may have to wait for the next event.
            let answer = waiting(otherwise: RuntimeAPIAnswer.refused(.unavailable, type: "Runtime.Unavailable")) {
                [self] in await respond(to: arrival.request)
            }
            return socket.send(answer.bytes)
        }
        self.service = service
        return service.endpoint
    }

    /// The id of the invocation that the process works on; nil if it waits for an event.
    var currentRequestID: String? { current?.requestID }

    /// The process's report that it cannot start; nil if it sent none.
    var initFailure: FunctionFailure? {
        if case .initError(let failure) = ending { failure } else { nil }
    }

    /// Stops serving. Pending invocations end as if SIGTERM had ended the process.
    package func stop() {
        processDidExit(.signal(SIGTERM))
        service.take()?.stop()
    }

    /// Invokes the function with an event and waits for the outcome. The time limit includes the start of the process,
    /// if it has not finished.
    ///
    /// - Parameters:
    ///   - limit: how long this invocation may take; nil for the server's own limit.
    ///   - requestID: the invocation's id, which no other has.
    package func invoke(
        _ event: [UInt8], within limit: Duration? = nil, requestID: String = UUID().uuidString.lowercased()
    ) async -> InvocationResult {
        if let ending { return ending }
        let timeLimit = limit ?? timeLimit
        let invocation = PendingInvocation(event: event, timeLimit: timeLimit, requestID: requestID)
        return await withCheckedContinuation { continuation in
            results[invocation.requestID] = continuation
            timers[invocation.requestID] = Task {
                guard (try? await Task.sleep(for: timeLimit)) != nil else { return }
                timeOut(invocation.requestID)
            }
            queue.append(invocation)
            handOut()
        }
    }

    /// Waits until the process asks for its first event, ends or reports that it cannot start. The limit is the time
    /// that Lambda allows.
    package func waitUntilReady(atMost limit: Duration = .seconds(10)) async {
        guard !isReady, ending == nil else { return }
        let timer = Task {
            guard (try? await Task.sleep(for: limit)) != nil else { return }
            resumeObservers()
        }
        await withCheckedContinuation { observers.append($0) }
        timer.cancel()
    }

    /// Ends all invocations, pending and later ones, because the process has ended.
    package func processDidExit(_ exit: ProcessExit) { end(.exit(exit)) }

    // MARK: - Requests of the process

    /// The next event; nil if there will be none. A process that asks again before it answers gets the same event.
    func next() async -> PendingInvocation? {
        markAsReady()
        if let current { return current }
        eventRequest?.resume(returning: nil)
        eventRequest = nil
        return await withCheckedContinuation { continuation in
            eventRequest = continuation
            ending == nil ? handOut() : refuseEventRequest()
        }
    }

    /// What became of an answer.
    enum Acceptance { case accepted, unknownInvocation, afterTimeout }

    /// Ends the invocation that was handed out.
    func finish(_ requestID: String, attempt: String?, _ result: InvocationResult) -> Acceptance {
        guard let current, current.requestID == requestID, attempt == nil || attempt == current.invocationID else {
            return timedOut.contains(requestID) ? .afterTimeout : .unknownInvocation
        }
        self.current = nil
        resume(requestID, result)
        return .accepted
    }

    /// Ends all invocations with the report that the function cannot start. Returns false if the function has already
    /// asked for an event.
    func failInitialization(_ failure: FunctionFailure) -> Bool {
        guard !isReady else { return false }
        end(.initError(failure))
        return true
    }

    // MARK: - State

    private func handOut() {
        guard current == nil, let eventRequest, !queue.isEmpty else { return }
        let invocation = queue.removeFirst()
        current = invocation
        self.eventRequest = nil
        eventRequest.resume(returning: invocation)
    }

    private func refuseEventRequest() {
        eventRequest?.resume(returning: nil)
        eventRequest = nil
    }

    private func timeOut(_ requestID: String) {
        guard results[requestID] != nil else { return }
        timedOut.insert(requestID)
        queue.removeAll { $0.requestID == requestID }
        if current?.requestID == requestID { current = nil }
        resume(requestID, .timeout)
    }

    private func end(_ result: InvocationResult) {
        if ending == nil { ending = result }
        queue = []
        current = nil
        for requestID in Array(results.keys) { resume(requestID, ending ?? result) }
        refuseEventRequest()
        resumeObservers()
    }

    private func resume(_ requestID: String, _ result: InvocationResult) {
        timers.removeValue(forKey: requestID)?.cancel()
        results.removeValue(forKey: requestID)?.resume(returning: result)
    }

    private func markAsReady() {
        isReady = true
        resumeObservers()
    }

    private func resumeObservers() {
        for observer in observers { observer.resume() }
        observers = []
    }
}
