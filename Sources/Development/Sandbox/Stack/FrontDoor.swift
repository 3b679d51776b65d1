internal import Essentials
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
    static func event(_ request: LoopbackRequest, requestID: String, target: String? = nil) -> [UInt8] {
        // No `sourceIP`: all callers are on this machine, so a limit for each network would soon stop them all.
        FunctionURLEvent.bytes(
            request.method, target ?? request.target,
            headers: request.fields.map { (name: $0.key, value: $0.value) }, sourceIP: nil,
            userAgent: request.header("User-Agent") ?? "", requestID: requestID
        ) { event in
            if !request.body.isEmpty { event.member("body", Data(request.body).base64EncodedString()) }
            event.member("isBase64Encoded", !request.body.isEmpty)
        }
    }

    /// The response that a reply describes; nil if the function failed or its reply describes none.
    static func response(_ result: InvocationResult) -> LoopbackResponse? {
        guard case .reply(let reply) = result, let json = try? JSONValue(parsing: reply),
            let status = json["statusCode"]?.integer
        else { return nil }
        var response = LoopbackResponse(Int(status), body: Array((json["body"]?.string ?? "").utf8))
        for (name, value) in json["headers"]?.members ?? [] {
            response.headers[name.lowercased()] = value.string ?? ""
        }
        return response
    }

    /// The answer if there is no function, or its reply is none.
    static func failure(_ status: Int, _ text: String) -> LoopbackResponse {
        LoopbackResponse(status, body: JSONWriter.object { $0.member("Message", text) })
    }
}
