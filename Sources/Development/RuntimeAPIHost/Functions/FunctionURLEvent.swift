package import JSON

/// The events of function URLs (payload format version 2.0).
package enum FunctionURLEvent {
    /// An HTTP request, as a function URL hands it on to its function.
    /// - Parameters:
    ///   - target: the path, with a query if there is one.
    ///   - headers: the header fields, with their names in lower case.
    ///   - sourceIP: the caller's address; nil if the event is to name none.
    ///   - requestID: two events have the same one only if they are the same call.
    ///   - body: writes `body` and `isBase64Encoded`.
    package static func bytes(
        _ method: String, _ target: String, headers: [(name: String, value: String)], sourceIP: String?,
        userAgent: String? = nil, requestID: String, body: (inout JSONWriter) -> Void
    ) -> [UInt8] {
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let path = parts.first ?? "/"
        return JSONWriter.object { event in
            event.member("version", "2.0")
            event.member("routeKey", "$default")
            event.member("rawPath", path)
            event.member("rawQueryString", parts.count > 1 ? parts[1] : "")
            event.member("headers") { fields in for (name, value) in headers { fields.member(name, value) } }
            event.member("requestContext") { context in
                context.member("requestId", requestID)
                context.member("http") { http in
                    http.member("method", method)
                    http.member("path", path)
                    http.member("protocol", "HTTP/1.1")
                    http.member("sourceIp", ifPresent: sourceIP)
                    http.member("userAgent", ifPresent: userAgent)
                }
                context.member("stage", "$default")
            }
            body(&event)
        }
    }

    /// A POST with a bearer token and a JSON body, from a network of its own: the limits of networks are not what is
    /// measured.
    package static func post(_ path: String, _ body: String, token: String, requestID: String) -> [UInt8] {
        let network = (0..<3).map { _ in String(Int.random(in: 1...250)) }.joined(separator: ".")
        return bytes(
            "POST", path, headers: [("authorization", "Bearer " + token), ("content-type", "application/json")],
            sourceIP: "10." + network, requestID: requestID
        ) { event in
            event.member("body", body)
            event.member("isBase64Encoded", false)
        }
    }
}
