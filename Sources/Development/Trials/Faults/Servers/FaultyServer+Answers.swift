#if os(Linux)
internal import CLibrary
internal import JSON
internal import LoopbackServer

/// Right and faulty answers. Those of a faulty service quote the whole request, as some services do, so that a function
/// that logs what a service says would log secrets.
extension FaultyServer {
    /// The path that a redirecting service names.
    static let elsewhere = "/elsewhere"

    /// Answers a request; false if the connection is to be closed.
    func answer(_ request: LoopbackRequest, _ fault: ServiceFault?, _ stream: any ByteStream) -> Bool {
        func send(_ response: LoopbackResponse) -> Bool { stream.send(response.bytes(answering: request)) }
        func refuse(_ status: Int, _ type: String) -> Bool { send(Self.refusal(status, type, request.quotation)) }
        switch fault {
        case nil: return send(answer(request))
        case .silent: while (try? stream.nextBytes()) != nil {}
        case .dripping:
            let body = Array("{\"a\":\"\(String(repeating: "a", count: 600))\"}".utf8)
            for byte in LoopbackResponse(body: body).bytes(answering: request) {
                guard stream.send([byte]) else { return false }
                usleep(20_000)
            }
        case .resetting: stream.resetOnClose()
        case .closing, .down, .otherAuthority: break
        case .status400: return refuse(400, "ValidationException")
        case .status401: return refuse(401, "unauthorized")
        case .status403: return refuse(403, "AccessDeniedException")
        case .status404: return refuse(404, "NotFoundException")
        case .status500: return refuse(500, "InternalServerError")
        case .status503: return refuse(503, "ServiceUnavailable")
        case .status429: return refuse(429, "TooManyRequestsException")
        case .throttling: return refuse(400, "ThrottlingException")
        case .html:
            let page = "<!doctype html><title>Sign in</title><p>\(request.quotation)"
            return send(LoopbackResponse(body: Array(page.utf8), contentType: "text/html"))
        case .otherJSON:
            return send(LoopbackResponse(body: JSONWriter.object { $0.member("quotation", request.quotation) }))
        case .huge:
            var isTaken = stream.send(Self.chunk(Array("[0".utf8), of: 200))
            let part = Self.chunk([UInt8](repeating: UInt8(ascii: " "), count: 1 << 16))
            // More than any limit, and an end in case that a function reads on and on.
            for _ in 0..<512 where isTaken { isTaken = stream.send(part) }
        case .cutShort:
            var answer = answer(request)
            answer.isCutOff = true
            _ = send(answer)
        case .chunkCut:
            let answer = answer(request)
            _ = stream.send(Self.chunk(answer.body, of: answer.status))
        case .redirecting: return send(LoopbackResponse(307, headers: ["location": address + Self.elsewhere]))
        }
        return false
    }

    /// An answer with a status and an error in every form that the services use.
    private static func refusal(_ status: Int, _ type: String, _ quotation: String) -> LoopbackResponse {
        let body = JSONWriter.object { body in
            body.member("__type", "com.amazonaws#\(type)")
            for name in ["error", "errorCode"] { body.member(name, type) }
            for name in ["errorDescription", "message", "Message"] { body.member(name, quotation) }
        }
        return LoopbackResponse(status, body: body)
    }

    /// A part of an answer in chunks (RFC 9112 section 7.1).
    ///
    /// - Parameter status: that of an answer that begins here.
    private static func chunk(_ bytes: [UInt8], of status: Int? = nil) -> [UInt8] {
        let head = status.map {
            "HTTP/1.1 \($0) \r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
        }
        return Array("\(head ?? "")\(String(bytes.count, radix: 16))\r\n".utf8) + bytes + Array("\r\n".utf8)
    }
}

extension LoopbackRequest {
    /// The whole request as text.
    fileprivate var quotation: String {
        let headers = fields.map { "\($0.key): \($0.value)" }.sorted().joined(separator: " ")
        return "\(method) \(target) \(headers) \(String(decoding: body, as: UTF8.self))"
    }
}
#endif
