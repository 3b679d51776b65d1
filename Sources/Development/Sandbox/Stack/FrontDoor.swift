internal import FlyingFox
internal import Foundation
internal import JSON
internal import LoopbackServer
internal import RuntimeAPIHost

/// What Lambda's function URLs make of an HTTP request, and of a function's reply (payload format version 2.0).
enum FrontDoor {
    /// The event for a request. The body is always base64, which Lambda uses for bodies of unknown types.
    ///
    /// - Parameters:
    ///   - requestID: the invocation's id, which the event has too.
    ///   - target: the path with its query; nil for the request's own.
    static func event(
        _ request: HTTPRequest, _ body: [UInt8], requestID: String, target: String? = nil
    ) -> [UInt8] {
        let target = (target ?? request.target.rawValue).split(
            separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let path = target.first.map(String.init) ?? "/"
        return JSONWriter.object { event in
            event.member("version", "2.0")
            event.member("routeKey", "$default")
            event.member("rawPath", path)
            event.member("rawQueryString", target.count > 1 ? String(target[1]) : "")
            event.member("headers") { headers in
                for (name, value) in request.headers { headers.member(name.rawValue.lowercased(), value) }
            }
            event.member("requestContext") { context in
                context.member("requestId", requestID)
                context.member("http") { http in
                    http.member("method", request.method.rawValue)
                    http.member("path", path)
                    http.member("protocol", "HTTP/1.1")
                    // No `sourceIp`: all callers are on this machine, so a limit for each network would soon stop them all.
                    http.member("userAgent", request.headers[HTTPHeader("User-Agent")] ?? "")
                }
                context.member("stage", "$default")
            }
            if !body.isEmpty { event.member("body", Data(body).base64EncodedString()) }
            event.member("isBase64Encoded", !body.isEmpty)
        }
    }

    /// The response that a reply describes; nil if the function failed or its reply describes none.
    static func response(_ result: InvocationResult) -> HTTPResponse? {
        guard case .reply(let reply) = result, let json = try? JSONValue(parsing: reply),
            let status = json["statusCode"]?.integer
        else { return nil }
        var response = HTTPResponse(json: Array((json["body"]?.string ?? "").utf8))
        response.statusCode = HTTPStatusCode(Int(status), phrase: "")
        for (name, value) in json["headers"]?.members ?? [] {
            response.headers[HTTPHeader(name)] = value.string ?? ""
        }
        return response
    }

    /// The answer if there is no function, or its reply is none.
    static func failure(_ status: HTTPStatusCode, _ text: String) -> HTTPResponse {
        var response = HTTPResponse(json: JSONWriter.object { $0.member("Message", text) })
        response.statusCode = status
        return response
    }
}
