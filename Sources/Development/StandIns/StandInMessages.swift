/// A request of a function, as it came over HTTP.
package struct StandInRequest: Sendable {
    /// The method, such as `POST`.
    package let method: String
    /// The path and the query exactly as they came, still percent-encoded.
    package let target: String
    /// The header fields, their names in lower case.
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
}

/// What a stand-in answers: a status and JSON.
package struct StandInResponse: Sendable {
    /// The status.
    package let status: Int
    /// The media type of the body.
    package let contentType: String
    /// The body.
    package let body: [UInt8]

    /// A response; JSON unless it says otherwise.
    package init(_ status: Int = 200, body: [UInt8], contentType: String = "application/json") {
        self.status = status
        self.body = body
        self.contentType = contentType
    }

    /// An empty object.
    static func nothing(_ status: Int) -> StandInResponse { StandInResponse(status, body: Array("{}".utf8)) }
}

/// Why a stand-in cannot do its work.
package enum StandInError: Error, Equatable, Sendable {
    /// The authenticator behind the Authsignal stand-in refuses its settings.
    case invalidSettings(String)
    /// A token is to be signed by somebody whom the issuer does not know.
    case unknownSigner(String)
}

extension StandInError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .invalidSettings(let fault): "Authsignal stand-in: \(fault)"
        case .unknownSigner(let choices): "signedBy is \(choices)"
        }
    }
}
