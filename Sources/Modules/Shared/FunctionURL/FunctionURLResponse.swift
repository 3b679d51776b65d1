package import JSON

/// What a function answers to a request through its function URL: JSON that must not be cached.
package struct FunctionURLResponse: Sendable {
    /// The status code.
    package let status: Int
    /// Headers in addition to those that every answer has.
    package let headers: [(name: String, value: String)]
    /// The content, a JSON object.
    package let body: [UInt8]

    /// An answer whose content `body` writes.
    package init(
        _ status: Int, headers: [(name: String, value: String)] = [], _ body: (inout JSONWriter) -> Void
    ) {
        self.status = status
        self.headers = headers
        self.body = JSONWriter.object(body)
    }

    /// An answer whose content is JSON already.
    package init(_ status: Int, headers: [(name: String, value: String)] = [], json: [UInt8]) {
        self.status = status
        self.headers = headers
        body = json
    }

    /// The answer as Lambda takes it.
    package var bytes: [UInt8] {
        JSONWriter.object { answer in
            answer.member("statusCode", Int64(status))
            answer.member("headers") { object in
                object.member("content-type", "application/json")
                object.member("cache-control", "no-store")
                for (name, value) in headers { object.member(name, value) }
            }
            answer.member("body", String(decoding: body, as: UTF8.self))
        }
    }
}
