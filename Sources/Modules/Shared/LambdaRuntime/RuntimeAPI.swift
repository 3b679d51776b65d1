package import HTTP
private import JSON
private import Primitives

/// Speaks the Lambda Runtime API, version 2018-06-01: one method per call, each a single attempt.
package struct RuntimeAPI {
    private let transport: any HTTPTransport
    private let base: String

    /// Lambda's largest event, 6 MiB and 100 bytes.
    private static let maximumEventBytes = 6_291_556

    /// A client of the endpoint `host:port`, as `AWS_LAMBDA_RUNTIME_API` names it.
    package init(endpoint: String, transport: any HTTPTransport) {
        self.transport = transport
        base = "http://\(endpoint)/2018-06-01/runtime/"
    }

    /// Waits for the next event, for ever: the process may be frozen meanwhile, and a deadline that passes during the
    /// freeze would lose the event that woke it.
    package func next() throws(HTTPError) -> HTTPResponse {
        try transport.send(
            HTTPRequest(
                .get, base + "invocation/next", headers: [UserAgent.header], timeout: nil,
                maximumResponseBytes: Self.maximumEventBytes))
    }

    /// Answers an invocation; returns the status code.
    package func respond(to invocation: Invocation, with reply: [UInt8]) throws(HTTPError) -> Int {
        try answer(invocation, at: "response", body: reply)
    }

    /// Fails an invocation; returns the status code.
    package func fail(_ invocation: Invocation, with error: FunctionError) throws(HTTPError) -> Int {
        try answer(invocation, at: "error", body: Self.body(of: error), headers: [Self.errorType(error)])
    }

    /// Reports that the function cannot start; returns the status code.
    package func failInitialization(with error: FunctionError) throws(HTTPError) -> Int {
        try transport.send(
            HTTPRequest(
                .post, base + "init/error", headers: Self.postHeaders + [Self.errorType(error)],
                body: Self.body(of: error))
        ).status
    }

    private func answer(
        _ invocation: Invocation, at kind: String, body: [UInt8], headers: [(name: String, value: String)] = []
    ) throws(HTTPError) -> Int {
        var headers = Self.postHeaders + headers
        if let id = invocation.invocationID { headers.append((name: "Lambda-Runtime-Invocation-Id", value: id)) }
        let url = base + "invocation/" + invocation.requestID.percentEncodedSegment + "/" + kind
        return try transport.send(HTTPRequest(.post, url, headers: headers, body: body, timeout: nil)).status
    }

    /// An empty `Expect` keeps libcurl from asking before it sends a large body.
    private static let postHeaders: [(name: String, value: String)] = [
        UserAgent.header, (name: "Content-Type", value: "application/json"), (name: "Expect", value: ""),
    ]

    private static func errorType(_ error: FunctionError) -> (name: String, value: String) {
        (name: "Lambda-Runtime-Function-Error-Type", value: error.kind.rawValue)
    }

    private static func body(of error: FunctionError) -> [UInt8] {
        JSONWriter.object { body in
            body.member("errorMessage", error.message)
            body.member("errorType", error.kind.rawValue)
            body.member("stackTrace", [])
        }
    }
}
