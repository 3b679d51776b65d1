package import FlyingFox
internal import Foundation
internal import JSON

extension HTTPResponse {
    private static let amazonJSONType = "application/x-amz-json-1.1"

    /// The answer to a call.
    static func amazonJSON(_ body: [UInt8], status: HTTPStatusCode = .ok) -> HTTPResponse {
        HTTPResponse(
            statusCode: status,
            headers: [
                .contentType: amazonJSONType, HTTPHeader("x-amzn-RequestId"): UUID().uuidString.lowercased(),
            ], body: Data(body))
    }

    /// The answer to a call that failed.
    package static func failure(_ error: PoolError) -> HTTPResponse {
        let body = JSONWriter.object { body in
            body.member("__type", error.code.rawValue)
            body.member("message", error.message)
        }
        let status: HTTPStatusCode = error.code == .internalError ? .internalServerError : .badRequest
        var response = HTTPResponse.amazonJSON(body, status: status)
        response.headers[HTTPHeader("x-amzn-ErrorType")] = "\(error.code.rawValue):"
        // A header is one line of printable ASCII.
        response.headers[HTTPHeader("x-amzn-ErrorMessage")] = String(
            error.message.unicodeScalars.map { $0.value >= 0x20 && $0.value < 0x7F ? Character($0) : " " })
        return response
    }
}

/// Web pages of any origin may call the endpoint, as they may call the real one, because the calls carry no cookies.
extension HTTPResponse {
    /// The answer to a preflight request (Fetch Standard, section "CORS-preflight fetch").
    static var preflight: HTTPResponse {
        // "*" would not cover Authorization.
        let allowed = [
            "Authorization", "Content-Type", "Cache-Control", "X-Amz-Target", "X-Amz-User-Agent", "X-Amz-Date",
            "X-Amz-Security-Token", "X-Amz-Content-Sha256", "Amz-Sdk-Invocation-Id", "Amz-Sdk-Request",
        ]
        var response = HTTPResponse(statusCode: .ok).openToEveryOrigin
        response.headers[HTTPHeader("Access-Control-Allow-Methods")] = "GET, POST, OPTIONS"
        response.headers[HTTPHeader("Access-Control-Allow-Headers")] = allowed.joined(separator: ", ")
        response.headers[HTTPHeader("Access-Control-Max-Age")] = "172800"
        return response
    }

    /// The response with headers that let pages of any origin read it.
    var openToEveryOrigin: HTTPResponse {
        var response = self
        response.headers[HTTPHeader("Access-Control-Allow-Origin")] = "*"
        response.headers[HTTPHeader("Access-Control-Expose-Headers")] =
            "x-amzn-RequestId, x-amzn-ErrorType, x-amzn-ErrorMessage"
        return response
    }
}
