internal import JSON

/// Events of a function URL, and what holds for every answer to one.
enum FrontDoor {
    /// A request as the front door hands it on.
    static func event(
        _ method: String, _ path: String, authorization: String?, body: [UInt8]? = nil
    ) -> JSONTree {
        var headers: [(String, JSONTree)] = [("content-type", .string("application/json"))]
        if let authorization { headers.append(("authorization", .string(authorization))) }
        return .object([
            ("version", .string("2.0")), ("rawPath", .string(path)), ("rawQueryString", .string("")),
            ("headers", .object(headers)),
            (
                "requestContext",
                .object([
                    ("requestId", .string("request-1")),
                    (
                        "http",
                        .object([
                            ("method", .string(method)), ("path", .string(path)), ("sourceIp", .string("192.0.2.1")),
                        ])
                    ),
                ])
            ), ("body", body.map { .string(String(decoding: $0, as: UTF8.self)) } ?? .written(Array("null".utf8))),
            ("isBase64Encoded", .written(Array("false".utf8))),
        ])
    }

    /// The status and the content of an answer, which is a whole HTTP answer whatever the event was.
    static func answer(_ reply: [UInt8]) -> (status: Int64, body: JSONValue) {
        let json = certain("an answer is JSON") { try JSONValue(parsing: reply) }
        require("an answer has these members", json.members.map(\.name) == ["statusCode", "headers", "body"])
        let status = certain("an answer has a status") { json["statusCode"]?.integer }
        require("the status is one of HTTP", 200...599 ~= status)
        let headers = certain("an answer has headers") { json["headers"] }
        for (name, value) in headers.members {
            let text = certain("a header is text") { value.string }
            require("a header has one line", (name + text).utf8.allSatisfy { 0x20...0x7E ~= $0 })
        }
        require("nobody caches an answer", headers["cache-control"]?.string == "no-store")
        let body = certain("the content is JSON") { try JSONValue(parsing: Array((json["body"]?.string ?? "").utf8)) }
        return (status, body)
    }
}
