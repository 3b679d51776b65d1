import JSON
import Primitives
import Synchronization

/// A request as the function URL delivers it.
struct FrontDoorEvent {
    /// Who sends it.
    enum Sender {
        case nobody
        case bearer(String)
        /// An app that names the user pool.
        case app
        /// A whole `Authorization` header.
        case header(String)

        fileprivate var header: String? {
            switch self {
            case .nobody: nil
            case .bearer(let token): "Bearer \(token)"
            case .app: "Basic \(Base64URL.encode(Array("\(Deployment.poolID):".utf8)))"
            case .header(let text): text
            }
        }
    }

    private static let count = Atomic(0)

    /// The front door's id for the request.
    var id: String
    var method: String
    /// The path after `/v1/`.
    var path: String
    var query = ""
    var sender: Sender
    var body: String
    var sourceIP = "192.0.2.1"
    /// Headers besides those that every request has.
    var headers: [(name: String, value: String)] = []

    /// A request of its own.
    init(_ method: String, _ path: String, _ sender: Sender, _ body: String = "") {
        id = "request-\(Self.count.add(1, ordering: .relaxed).newValue)"
        self.method = method
        self.path = path
        self.sender = sender
        self.body = body
    }

    /// The event's bytes.
    var bytes: [UInt8] {
        let members: [(String, [UInt8])] = [
            ("version", Array(#""2.0""#.utf8)), ("rawPath", Self.json("/v1/" + path)),
            ("rawQueryString", Self.json(query)),
            (
                "headers",
                JSONWriter.object { headers in
                    headers.member("content-type", "application/json")
                    headers.member("authorization", ifPresent: sender.header)
                    for (name, value) in self.headers { headers.member(name, value) }
                }
            ),
            (
                "requestContext",
                JSONWriter.object { context in
                    context.member("requestId", id)
                    context.member("http") { http in
                        http.member("method", method)
                        http.member("path", "/v1/" + path)
                        http.member("sourceIp", sourceIP)
                    }
                }
            ), ("body", Self.json(body)), ("isBase64Encoded", Array("false".utf8)),
        ]
        return JSONWriter.object { event in
            for (name, value) in members { event.member(name, raw: value) }
        }
    }

    private static func json(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.appendJSONString(text)
        return bytes
    }
}
