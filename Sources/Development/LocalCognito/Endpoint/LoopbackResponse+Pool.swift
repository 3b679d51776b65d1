internal import Essentials
internal import JSON
package import LoopbackServer

extension LoopbackResponse {
    private static let amazonJSONType = "application/x-amz-json-1.1"

    /// The answer to a call.
    static func amazonJSON(_ body: [UInt8], status: Int = 200) -> LoopbackResponse {
        LoopbackResponse(
            status, headers: ["x-amzn-requestid": UUID().uuidString.lowercased()], body: body,
            contentType: amazonJSONType)
    }

    /// The answer to a call that failed.
    package static func failure(_ error: PoolError) -> LoopbackResponse {
        let body = JSONWriter.object { body in
            body.member("__type", error.code.rawValue)
            body.member("message", error.message)
        }
        var response = LoopbackResponse.amazonJSON(body, status: error.code == .internalError ? 500 : 400)
        response.headers["x-amzn-errortype"] = "\(error.code.rawValue):"
        // A header is one line of printable ASCII.
        response.headers["x-amzn-errormessage"] = String(
            error.message.unicodeScalars.map { $0.value >= 0x20 && $0.value < 0x7F ? Character($0) : " " })
        return response
    }
}

/// Web pages of any origin may call the endpoint, as they may call the real one, because the calls carry no cookies.
extension LoopbackResponse {
    /// The answer to a preflight request (Fetch Standard, section "CORS-preflight fetch").
    static var preflight: LoopbackResponse {
        // "*" would not cover Authorization.
        let allowed = [
            "Authorization", "Content-Type", "Cache-Control", "X-Amz-Target", "X-Amz-User-Agent", "X-Amz-Date",
            "X-Amz-Security-Token", "X-Amz-Content-Sha256", "Amz-Sdk-Invocation-Id", "Amz-Sdk-Request",
        ]
        var response = LoopbackResponse().openToEveryOrigin
        response.headers["access-control-allow-methods"] = "GET, POST, OPTIONS"
        response.headers["access-control-allow-headers"] = allowed.joined(separator: ", ")
        response.headers["access-control-max-age"] = "172800"
        return response
    }

    /// The response with headers that let pages of any origin read it.
    var openToEveryOrigin: LoopbackResponse {
        var response = self
        response.headers["access-control-allow-origin"] = "*"
        response.headers["access-control-expose-headers"] =
            "x-amzn-RequestId, x-amzn-ErrorType, x-amzn-ErrorMessage"
        return response
    }
}
