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
        // No `sourceIP`: all callers are on this machine, so a limit for each network would soon stop them all.
        FunctionURLEvent.bytes(
            request.method.rawValue, target ?? request.target.rawValue,
            headers: request.headers.map { (name: $0.key.rawValue.lowercased(), value: $0.value) }, sourceIP: nil,
            userAgent: request.headers[HTTPHeader("User-Agent")] ?? "", requestID: requestID
        ) { event in
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
