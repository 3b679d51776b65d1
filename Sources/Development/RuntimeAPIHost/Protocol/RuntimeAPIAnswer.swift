internal import JSON

/// An answer of the Runtime API, in the form it has on the wire.
package struct RuntimeAPIAnswer: Equatable, Sendable {
    /// A refusal.
    package enum Refusal: Int, Sendable {
        case badRequest = 400
        case forbidden = 403
        case notFound = 404
        case gone = 410
        case tooLarge = 413
        case unavailable = 500

        /// The reason phrase (RFC 9110 section 15).
        var phrase: String {
            switch self {
            case .badRequest: "Bad Request"
            case .forbidden: "Forbidden"
            case .notFound: "Not Found"
            case .gone: "Gone"
            case .tooLarge: "Payload Too Large"
            case .unavailable: "Internal Server Error"
            }
        }
    }

    /// Head and body, ready to be sent.
    package let bytes: [UInt8]

    private init(_ status: String, headers: [(name: String, value: String)] = [], body: [UInt8]) {
        var head = "HTTP/1.1 \(status)\r\nContent-Type: application/json\r\n"
        for (name, value) in headers { head += "\(name): \(value)\r\n" }
        head += "Content-Length: \(body.count)\r\n\r\n"
        bytes = Array(head.utf8) + body
    }

    /// An event with the headers that Lambda gives it.
    package static func event(_ body: [UInt8], headers: [(name: String, value: String)]) -> RuntimeAPIAnswer {
        RuntimeAPIAnswer("200 OK", headers: headers, body: body)
    }

    /// Accepts a reply or a report.
    package static let accepted = RuntimeAPIAnswer("202 Accepted", body: Array("{\"status\":\"OK\"}\n".utf8))

    /// Refuses a request, with the type that Lambda gives the error.
    package static func refused(_ refusal: Refusal, type: String) -> RuntimeAPIAnswer {
        let body = JSONWriter.object { body in
            body.member("errorMessage", refusal.phrase)
            body.member("errorType", type)
        }
        return RuntimeAPIAnswer("\(refusal.rawValue) \(refusal.phrase)", body: body)
    }
}
