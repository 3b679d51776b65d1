package import FlyingFox
internal import Foundation
package import StandIns

extension HTTPRequest {
    /// What a stand-in answers to the request.
    package func answer(of standIn: some StandIn) async -> HTTPResponse {
        let request = StandInRequest(
            method: method.rawValue, target: target.rawValue, headers: fields,
            body: (try? await [UInt8](bodyData)) ?? [])
        return HTTPResponse(await standIn.respond(to: request))
    }

    /// The header fields, with their names in lower case.
    package var fields: [String: String] {
        var fields: [String: String] = [:]
        for (name, value) in headers { fields[name.rawValue.lowercased()] = value }
        return fields
    }
}

extension HTTPResponse {
    /// An answer of a stand-in.
    package init(_ answer: StandInResponse) {
        let status = HTTPStatusCode(answer.status, phrase: "")
        let headers: HTTPHeaders = [.contentType: answer.contentType]
        if answer.isCutOff {
            // The header promises one byte more than ever comes.
            let body = HTTPBodySequence(from: CutOffBody(), count: answer.body.count + 1)
            self.init(statusCode: status, headers: headers, body: body)
        } else {
            self.init(statusCode: status, headers: headers, body: Data(answer.body))
        }
    }
}
