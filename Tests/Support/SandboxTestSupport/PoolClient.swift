package import JSON
package import LocalCognito

/// A small client of the service's JSON protocol.
package struct PoolClient: Sendable {
    /// What it calls with.
    package let http: LoopbackClient

    /// A client of the pool that another client reaches.
    package init(_ http: LoopbackClient) { self.http = http }

    private static let signature = "AWS4-HMAC-SHA256 Credential=sandbox/20261121/eu-west-1/cognito-idp/aws4_request"

    /// Makes a call; returns the answer whatever its status.
    package func send(_ operation: String, _ body: String, signed: Bool? = nil) async throws -> LoopbackClient.Answer {
        var headers = [
            "Content-Type": "application/x-amz-json-1.1",
            "X-Amz-Target": "AWSCognitoIdentityProviderService.\(operation)",
        ]
        let needsSignature = operation.hasPrefix("Admin") || operation.contains("UserPool") || operation == "ListUsers"
        if signed ?? needsSignature {
            headers["Authorization"] = Self.signature
        }
        return try await http.post("/", body, headers: headers)
    }

    /// Makes a call that succeeds.
    ///
    /// - Throws: `Unexpected` for one that does not.
    @discardableResult
    package func call(_ operation: String, _ body: String) async throws -> JSONValue {
        let answer = try await send(operation, body)
        try Unexpected.unless(answer.status == 200, "\(operation): \(answer.text)")
        let type = answer.headers["content-type"] ?? "none"
        try Unexpected.unless(type == "application/x-amz-json-1.1", "\(operation): content type \(type)")
        guard let json = answer.json else { throw Unexpected("\(operation): no JSON: \(answer.text)") }
        return json
    }

    /// Makes a call that fails; returns the error, which stands in body and headers alike.
    ///
    /// - Throws: `Unexpected` for a call that does not fail, or not as the service does.
    package func error(_ operation: String, _ body: String, signed: Bool? = nil) async throws -> PoolError {
        let answer = try await send(operation, body, signed: signed)
        guard answer.status == 400, let type = answer.json?["__type"]?.string,
            let code = PoolError.Code(rawValue: type)
        else { throw Unexpected("\(operation): no error of the service: \(answer.status) \(answer.text)") }
        let header = answer.headers["x-amzn-errortype"] ?? "none"
        try Unexpected.unless(header == type + ":", "\(operation): error type \(header) in the header")
        return PoolError(code, answer.json?["message"]?.string ?? "")
    }
}
