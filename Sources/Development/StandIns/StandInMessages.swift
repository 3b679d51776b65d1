internal import Foundation

/// An HTTP request to a stand-in. It does not depend on any HTTP server.
package struct StandInRequest: Sendable {
    /// The method, such as `POST`.
    package let method: String
    /// The path and the query exactly as they came, still percent-encoded.
    package let target: String
    /// The header fields, with their names in lower case.
    package let headers: [String: String]
    /// The body; empty for none.
    package let body: [UInt8]

    /// A request.
    package init(method: String, target: String, headers: [String: String] = [:], body: [UInt8] = []) {
        self.method = method
        self.target = target
        self.headers = headers
        self.body = body
    }

    /// The path without the query, still percent-encoded.
    package var path: Substring { target.prefix { $0 != "?" } }

    /// The decoded segments of the path.
    package var segments: [String] { path.split(separator: "/").map { $0.removingPercentEncoding ?? String($0) } }
}

/// A stand-in's answer. It does not depend on any HTTP server.
package struct StandInResponse: Sendable {
    /// The status.
    package let status: Int
    /// The media type of the body.
    package let contentType: String
    /// Header fields besides the content type.
    package let headers: [String: String]
    /// The body; empty for none.
    package let body: [UInt8]
    /// Whether the connection is to break before the answer is complete.
    package let isCutOff: Bool

    /// A response. It is JSON unless `contentType` says otherwise.
    package init(
        _ status: Int = 200, headers: [String: String] = [:], body: [UInt8], contentType: String = "application/json",
        isCutOff: Bool = false
    ) {
        self.status = status
        self.headers = headers
        self.body = body
        self.contentType = contentType
        self.isCutOff = isCutOff
    }

    /// A response with an empty JSON object.
    static func emptyObject(_ status: Int) -> StandInResponse { StandInResponse(status, body: Array("{}".utf8)) }
}

/// Why a stand-in cannot do its work.
package enum StandInError: Error, Equatable, Sendable {
    /// The authenticator behind the Authsignal stand-in refuses its settings.
    case invalidSettings(String)
    /// A token names a signer that the issuer does not know. The value lists the known signers.
    case unknownSigner(String)
}

extension StandInError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .invalidSettings(let fault): "Authsignal stand-in: \(fault)"
        case .unknownSigner(let choices): "signedBy must be \(choices)"
        }
    }
}
