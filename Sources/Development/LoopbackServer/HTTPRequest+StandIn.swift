package import FlyingFox
internal import Foundation
package import StandIns

extension HTTPRequest {
    /// What a stand-in answers to the request.
    package func answer(of standIn: some StandIn) async -> HTTPResponse {
        HTTPResponse(await standIn.respond(to: await forStandIn))
    }

    /// The request as a stand-in reads it.
    package var forStandIn: StandInRequest {
        get async {
            StandInRequest(
                method: method.rawValue, target: target.rawValue, headers: fields,
                body: (try? await [UInt8](bodyData)) ?? [])
        }
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
        var headers: HTTPHeaders = answer.body.isEmpty ? [:] : [.contentType: answer.contentType]
        for (name, value) in answer.headers { headers[HTTPHeader(name)] = value }
        if answer.isCutOff {
            // The header promises one byte more than ever comes.
            let body = HTTPBodySequence(from: CutOffBody(), count: answer.body.count + 1)
            self.init(statusCode: status, headers: headers, body: body)
        } else {
            self.init(statusCode: status, headers: headers, body: Data(answer.body))
        }
    }
}
