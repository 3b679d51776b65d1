internal import FlyingFox
internal import Foundation
internal import JSON
internal import LoopbackServer
internal import RuntimeAPIHost

/// The function URL of AddAuthenticator, at a path of its own.
extension SandboxStack {
    /// Hands a request to the function as Lambda does. Web pages of the origins that may use the passkeys can call it.
    nonisolated func answerFromAddAuthenticator(_ request: HTTPRequest) async -> HTTPResponse {
        // Lambda answers preflight requests itself.
        await answer(request, forPagesAsking: "POST") { await invokeAddAuthenticator($0) }
    }

    private nonisolated func invokeAddAuthenticator(_ request: HTTPRequest) async -> HTTPResponse {
        guard let function = await addAuthenticator, let body = try? await [UInt8](request.bodyData) else {
            return HTTPResponse(json: Self.message("Not Found"), status: .notFound)
        }
        let event = Self.event(request, body)
        let start = ContinuousClock.now
        let result = try? await function.invoke(event)
        let response = result.flatMap(Self.response)
        var record = TimelineEvent(.trigger, function.name)
        record.duration = ContinuousClock.now - start
        record.outcome = result?.decision ?? "cannot be called"
        record.isFailure = response?.statusCode != .ok
        record.sample = TimelineEvent.Sample(name: function.name, event: PrettyJSON.of(event))
        record.detail = JSONWriter.object { detail in
            detail.member("request", raw: Masking.masked(event))
            if case .reply(let reply) = result { detail.member("response", raw: Masking.masked(reply)) }
        }
        timeline.record(record)
        return response ?? HTTPResponse(json: Self.message("Internal Server Error"), status: .badGateway)
    }

    /// The event in payload format version 2.0. The body is always base64, which Lambda uses for bodies of unknown types.
    private static func event(_ request: HTTPRequest, _ body: [UInt8]) -> [UInt8] {
        let path = request.target.path()
        return JSONWriter.object { event in
            event.member("version", "2.0")
            event.member("routeKey", "$default")
            event.member("rawPath", path)
            event.member("rawQueryString", "")
            event.member("headers") { headers in
                for (name, value) in request.headers { headers.member(name.rawValue.lowercased(), value) }
            }
            event.member("requestContext") { context in
                context.member("http") { http in
                    http.member("method", request.method.rawValue)
                    http.member("path", path)
                    http.member("protocol", "HTTP/1.1")
                    http.member("sourceIp", "127.0.0.1")
                    http.member("userAgent", request.headers[HTTPHeader("User-Agent")] ?? "")
                }
                context.member("stage", "$default")
            }
            if !body.isEmpty { event.member("body", Data(body).base64EncodedString()) }
            event.member("isBase64Encoded", !body.isEmpty)
        }
    }

    /// The response that a reply describes; nil if the function failed or its reply describes none.
    private static func response(_ result: InvocationResult) -> HTTPResponse? {
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

    private static func message(_ text: String) -> [UInt8] { JSONWriter.object { $0.member("Message", text) } }
}
