internal import AuthenticatorService
internal import FunctionURL
internal import LambdaRuntime

extension APIRequest {
    /// The longest event accepted. The service's longest content takes four thirds of its length in base64.
    private static let maximumEventBytes = 160_000

    /// A request as the front door delivers it.
    init(_ invocation: Invocation) throws(FunctionURLError) {
        let request = try FunctionURLRequest(
            parsing: invocation.event, maximumBodyBytes: APIRequest.maximumBodyLength,
            maximumEventBytes: Self.maximumEventBytes)
        self.init(
            // Lambda's own id tells requests apart too, but not a request that is delivered in a new invocation.
            id: request.requestID ?? invocation.requestID, sourceIP: request.sourceIP, method: request.method,
            target: request.target, headers: request.headers, body: request.body)
    }
}

extension APIResponse {
    /// The answer as the front door takes it.
    var functionURLResponse: FunctionURLResponse {
        FunctionURLResponse(status, headers: retryAfter.map { [("retry-after", "\($0)")] } ?? [], json: body)
    }
}
