import AuthenticatorFunction
import HTTP
import JSON
import LambdaRuntime
import Primitives
import TriggerTestSupport

/// A request to the authenticator, as its front door delivers it.
struct AppRequest {
    let path: String
    /// The bearer's token; nil for an app that only names the user pool.
    let token: String?
    var body = "{}"
}

/// An answer of the authenticator.
struct AppAnswer {
    let status: Int
    let json: JSONValue?

    subscript(name: String) -> JSONValue? { json?[name] }
    /// The result token; nil if nothing is proven.
    var resultToken: String? { self["isVerified"]?.bool == true ? self["accessToken"]?.string : nil }
}

extension World {
    /// The event of a new request.
    func event(_ request: AppRequest) throws -> Invocation {
        let number = nextRequest()
        let authorization =
            request.token.map { "Bearer \($0)" } ?? "Basic " + Base64URL.encode(Array("\(SampleUser.poolID):".utf8))
        let event = JSONWriter.object { event in
            event.member("version", "2.0")
            event.member("rawPath", "/v1/" + request.path)
            event.member("rawQueryString", "")
            event.member("headers") { headers in
                headers.member("content-type", "application/json")
                headers.member("authorization", authorization)
            }
            event.member("requestContext") { context in
                context.member("requestId", "request-\(number)")
                context.member("http") { http in
                    http.member("method", "POST")
                    http.member("path", "/v1/" + request.path)
                }
            }
            event.member("body", request.body)
            event.member("isBase64Encoded", false)
        }
        let headers = Array("Lambda-Runtime-Aws-Request-Id: invocation-\(number)\r\n".utf8)
        guard let invocation = Invocation(HTTPResponse(status: 200, headerLines: headers, body: event)) else {
            throw Unusable()
        }
        return invocation
    }

    /// Answers an event, which may be one that has been answered before.
    func answer(_ event: Invocation) throws -> AppAnswer {
        let reply = try JSONValue(parsing: authenticator(event, log).body)
        let text = reply["body"]?.string ?? ""
        return AppAnswer(
            status: Int(reply["statusCode"]?.integer ?? 0), json: try? JSONValue(parsing: Array(text.utf8)))
    }

    func answer(_ request: AppRequest) throws -> AppAnswer { try answer(event(request)) }
}
