internal import FlyingFox
internal import Foundation
internal import JSON

extension AuthsignalStandIn {
    /// Answers a request to the server API.
    func respond(to request: HTTPRequest) async -> HTTPResponse {
        let body = (try? await [UInt8](request.bodyData)) ?? []
        let segments = request.rawSegments.map { $0.removingPercentEncoding ?? String($0) }
        record(call: "\(request.method.rawValue) \(request.target.path().replacing(/^\/v1/, with: ""))")
        if let delay = behaviour.delay { try? await Task.sleep(for: delay) }
        if let status = behaviour.failure { return .failure(status, "internal_error", "Something went wrong.") }
        guard request.headers[.authorization] == "Basic " + Data("\(secret):".utf8).base64EncodedString() else {
            return .failure(
                401, "unauthorized",
                "The request is unauthorized. Check that your API key and region base URL are correctly configured.")
        }
        guard segments.first == "v1" else { return .noSuchPath }
        let json = body.isEmpty ? nil : try? JSONValue(parsing: body)
        switch (request.method, segments.count) {
        case (.POST, 2) where segments[1] == "validate":
            return validate(json)
        case (.POST, 5) where segments[1] == "users" && segments[3] == "actions":
            return track(userID: segments[2], action: segments[4], json)
        case (.GET, 6) where segments[1] == "users" && segments[3] == "actions":
            return action(StandInActionID(userID: segments[2], action: segments[4], idempotencyKey: segments[5]))
        case (.GET, 4) where segments[1] == "users" && segments[3] == "authenticators":
            return authenticators(userID: segments[2])
        case (.POST, 4) where segments[1] == "users" && segments[3] == "authenticators":
            return enrol(userID: segments[2], json)
        default:
            return .noSuchPath
        }
    }
}

extension HTTPResponse {
    /// An error in the service's form.
    static func failure(_ status: Int, _ code: String, _ description: String) -> HTTPResponse {
        let body = JSONWriter.object { body in
            body.member("error", code)
            body.member("errorCode", code)
            body.member("errorDescription", description)
        }
        return HTTPResponse(json: body, status: HTTPStatusCode(status, phrase: "Error"))
    }

    /// What the gateway in front of the service says.
    fileprivate static let noSuchPath = HTTPResponse(json: Array(#"{"message":"Not Found"}"#.utf8), status: .notFound)
}
