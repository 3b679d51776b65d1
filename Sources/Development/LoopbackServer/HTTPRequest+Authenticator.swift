package import AuthenticatorService
package import FlyingFox
internal import Foundation

extension APIRequest {
    /// A request in the form that the authenticator takes; nil if its body cannot be read.
    package init?(_ request: HTTPRequest) async {
        guard let body = try? await [UInt8](request.bodyData) else { return nil }
        self.init(
            id: UUID().uuidString, method: request.method.rawValue, target: request.target.rawValue,
            headers: request.fields, body: body)
    }
}

extension HTTPResponse {
    /// An answer of the authenticator.
    package init(_ answer: APIResponse) {
        self.init(
            statusCode: HTTPStatusCode(answer.status, phrase: ""),
            headers: [.contentType: answer.contentType, .cacheControl: "no-store"], body: Data(answer.body))
    }
}
