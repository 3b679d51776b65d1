import Foundation
import JSON
import LocalCognito
import Testing

/// A small client of the service's JSON protocol.
struct PoolClient: Sendable {
    let http: LoopbackClient

    init(_ endpoint: String) { http = LoopbackClient(base: endpoint) }

    private static let signature = "AWS4-HMAC-SHA256 Credential=sandbox/20261121/eu-west-1/cognito-idp/aws4_request"

    /// Makes a call; returns the answer whatever its status.
    func send(_ operation: String, _ body: String, signed: Bool? = nil) async throws -> LoopbackClient.Answer {
        var headers = [
            "Content-Type": "application/x-amz-json-1.1",
            "X-Amz-Target": "AWSCognitoIdentityProviderService.\(operation)",
        ]
        if signed ?? ["Admin", "Describe", "List"].contains(where: { operation.hasPrefix($0) }) {
            headers["Authorization"] = Self.signature
        }
        return try await http.post("/", body, headers: headers)
    }

    /// Makes a call that succeeds.
    @discardableResult
    func call(
        _ operation: String, _ body: String, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> JSONValue {
        let answer = try await send(operation, body)
        try #require(answer.status == 200, "\(answer.text)", sourceLocation: sourceLocation)
        #expect(answer.headers["content-type"] == "application/x-amz-json-1.1")
        return try #require(answer.json, sourceLocation: sourceLocation)
    }

    /// Makes a call that fails; returns the error, which stands in body and headers alike.
    func error(
        _ operation: String, _ body: String, signed: Bool? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> PoolError {
        let answer = try await send(operation, body, signed: signed)
        let type = try #require(answer.json?["__type"]?.string, "\(answer.text)", sourceLocation: sourceLocation)
        #expect(answer.status == 400, sourceLocation: sourceLocation)
        #expect(answer.headers["x-amzn-errortype"] == type + ":", sourceLocation: sourceLocation)
        let code = try #require(PoolError.Code(rawValue: type), sourceLocation: sourceLocation)
        return PoolError(code, answer.json?["message"]?.string ?? "")
    }
}

/// A text as JSON.
func quoted(_ text: String) -> String {
    var bytes: [UInt8] = []
    bytes.appendJSONString(text)
    return String(decoding: bytes, as: UTF8.self)
}

/// An object of strings as JSON.
func quoted(_ strings: [String: String]) -> String {
    "{" + strings.map { "\(quoted($0.key)):\(quoted($0.value))" }.joined(separator: ",") + "}"
}
