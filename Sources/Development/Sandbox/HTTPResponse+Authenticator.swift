internal import Authenticator
internal import FlyingFox
internal import Foundation

extension APIRequest {
    /// A request as the authenticator takes it; nil when its body cannot be read.
    init?(_ request: HTTPRequest) async {
        guard let body = try? await [UInt8](request.bodyData) else { return nil }
        var fields: [String: String] = [:]
        for (name, value) in request.headers { fields[name.rawValue.lowercased()] = value }
        self.init(method: request.method.rawValue, target: request.target.rawValue, headers: fields, body: body)
    }
}

extension HTTPResponse {
    /// An answer of the authenticator.
    init(_ answer: APIResponse) {
        self.init(
            statusCode: HTTPStatusCode(answer.status, phrase: ""),
            headers: [.contentType: answer.contentType, .cacheControl: "no-store"], body: Data(answer.body))
    }
}
