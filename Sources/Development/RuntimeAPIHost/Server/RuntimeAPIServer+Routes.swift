internal import JSON
internal import LoopbackServer
internal import Primitives

extension RuntimeAPIServer {
    /// The largest reply that Lambda accepts: 6 MiB and 100 bytes.
    private static let maximumReplyBytes = 6_291_556

    /// Answers a request of the process.
    nonisolated func respond(to request: LoopbackRequest) async -> RuntimeAPIAnswer {
        switch request.call {
        case .next: await event()
        case .response(let segment): await answered(segment, isError: false, request)
        case .error(let segment): await answered(segment, isError: true, request)
        case .initError:
            await failInitialization(request.failure) ? .accepted : .refused(.forbidden, type: "InvalidStateTransition")
        case nil: .refused(.notFound, type: "NotFound")
        }
    }

    private nonisolated func event() async -> RuntimeAPIAnswer {
        guard let invocation = await next() else { return .refused(.unavailable, type: "Runtime.Unavailable") }
        return .event(
            invocation.event,
            headers: [
                ("Lambda-Runtime-Aws-Request-Id", invocation.requestID),
                ("Lambda-Runtime-Invocation-Id", invocation.invocationID),
                ("Lambda-Runtime-Deadline-Ms", String(invocation.deadline)),
                ("Lambda-Runtime-Invoked-Function-Arn", functionARN),
                ("Lambda-Runtime-Trace-Id", invocation.traceID),
            ])
    }

    private nonisolated func answered(
        _ segment: String, isError: Bool, _ request: LoopbackRequest
    ) async -> RuntimeAPIAnswer {
        let requestID = segment.percentDecoded ?? segment
        let isTooLarge = request.body.count > Self.maximumReplyBytes
        let tooLarge = FunctionFailure(
            type: "Function.ResponseSizeTooLarge",
            message: "Response payload size exceeded maximum allowed payload size")
        let result: InvocationResult =
            isTooLarge ? .functionError(tooLarge) : isError ? .functionError(request.failure) : .reply(request.body)
        let attempt = request.header("Lambda-Runtime-Invocation-Id")
        switch await finish(requestID, attempt: attempt, result) {
        case .accepted where isTooLarge: return .refused(.tooLarge, type: "RequestEntityTooLarge")
        case .accepted: return .accepted
        case .unknownInvocation: return .refused(.badRequest, type: "InvalidRequestID")
        case .afterTimeout: return .refused(.gone, type: "InvokeTimeout")
        }
    }
}

extension LoopbackRequest {
    /// The failure that the body and the error type header report.
    fileprivate var failure: FunctionFailure {
        let report = try? JSONValue(parsing: body)
        let type = header("Lambda-Runtime-Function-Error-Type") ?? report?["errorType"]?.string
        return FunctionFailure(type: type ?? "Runtime.Unknown", message: report?["errorMessage"]?.string ?? "")
    }
}
