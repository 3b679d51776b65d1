internal import FlyingFox
internal import Foundation
internal import JSON
internal import LoopbackServer

extension RuntimeAPIServer {
    /// The largest reply that Lambda takes, 6 MiB and 100 bytes.
    private static let maximumReplyBytes = 6_291_556

    /// Answers a request of the process.
    nonisolated func respond(to request: HTTPRequest) async -> HTTPResponse {
        let segments = request.rawSegments.map(String.init)
        guard segments.prefix(2) == ["2018-06-01", "runtime"] else { return .refusal(.notFound, "NotFound") }
        switch (request.method, segments.dropFirst(2).first, segments.count) {
        case (.GET, "invocation", 4) where segments[3] == "next":
            return await event()
        case (.POST, "init", 4) where segments[3] == "error":
            return await initializationFailed(request)
        case (.POST, "invocation", 5) where ["response", "error"].contains(segments[4]):
            return await answered(segments[3], isError: segments[4] == "error", request)
        default:
            return .refusal(.notFound, "NotFound")
        }
    }

    private nonisolated func event() async -> HTTPResponse {
        guard let invocation = await next() else { return .refusal(.internalServerError, "Runtime.Unavailable") }
        return HTTPResponse(
            statusCode: .ok,
            headers: [
                .contentType: "application/json",
                HTTPHeader("Lambda-Runtime-Aws-Request-Id"): invocation.requestID,
                HTTPHeader("Lambda-Runtime-Invocation-Id"): invocation.invocationID,
                HTTPHeader("Lambda-Runtime-Deadline-Ms"): String(invocation.deadline),
                HTTPHeader("Lambda-Runtime-Invoked-Function-Arn"): functionARN,
                HTTPHeader("Lambda-Runtime-Trace-Id"): invocation.traceID,
            ],
            body: Data(invocation.event))
    }

    private nonisolated func answered(_ segment: String, isError: Bool, _ request: HTTPRequest) async -> HTTPResponse {
        let requestID = segment.removingPercentEncoding ?? segment
        guard let body = try? await [UInt8](request.bodyData) else {
            return .refusal(.badRequest, "TruncatedHTTPRequest")
        }
        let isTooLarge = body.count > Self.maximumReplyBytes
        let tooLarge = FunctionFailure(
            type: "Function.ResponseSizeTooLarge",
            message: "Response payload size exceeded maximum allowed payload size")
        let result: InvocationResult =
            isTooLarge ? .functionError(tooLarge) : isError ? .functionError(request.failure(body)) : .reply(body)
        let attempt = request.headers[HTTPHeader("Lambda-Runtime-Invocation-Id")]
        switch await finish(requestID, attempt: attempt, result) {
        case .accepted where isTooLarge: return .refusal(.payloadTooLarge, "RequestEntityTooLarge")
        case .accepted: return .accepted
        case .unknownInvocation: return .refusal(.badRequest, "InvalidRequestID")
        case .afterTimeout: return .refusal(.gone, "InvokeTimeout")
        }
    }

    private nonisolated func initializationFailed(_ request: HTTPRequest) async -> HTTPResponse {
        let body = (try? await [UInt8](request.bodyData)) ?? []
        return await failInitialization(request.failure(body))
            ? .accepted : .refusal(.forbidden, "InvalidStateTransition")
    }
}

extension HTTPRequest {
    /// The failure that a body and the error type header report.
    fileprivate func failure(_ body: [UInt8]) -> FunctionFailure {
        let report = try? JSONValue(parsing: body)
        let type = headers[HTTPHeader("Lambda-Runtime-Function-Error-Type")] ?? report?["errorType"]?.string
        return FunctionFailure(type: type ?? "Runtime.Unknown", message: report?["errorMessage"]?.string ?? "")
    }
}

extension HTTPResponse {
    fileprivate static let accepted = HTTPResponse(json: Array(#"{"status":"OK"}"#.utf8), status: .accepted)

    fileprivate static func refusal(_ status: HTTPStatusCode, _ type: String) -> HTTPResponse {
        let body = JSONWriter.object { body in
            body.member("errorMessage", status.phrase)
            body.member("errorType", type)
        }
        return HTTPResponse(json: body, status: status)
    }
}
