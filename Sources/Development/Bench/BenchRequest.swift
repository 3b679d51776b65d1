#if os(Linux)
internal import JSON

/// A request as a function URL hands it on.
struct BenchRequest {
    /// The event.
    let event: [UInt8]

    /// A POST with a bearer token. Its id is never that of another one, because no two have one path and token.
    init(_ path: String, body: String, token: String) {
        event = JSONWriter.object { event in
            event.member("version", "2.0")
            event.member("rawPath", path)
            event.member("rawQueryString", "")
            event.member("headers") { headers in
                headers.member("authorization", "Bearer " + token)
                headers.member("content-type", "application/json")
            }
            event.member("requestContext") { context in
                context.member("http") { http in
                    http.member("method", "POST")
                    http.member("path", path)
                    http.member("sourceIp", "198.51.100.7")
                }
                context.member("requestId", "\(path) \(token.suffix(16))")
            }
            event.member("body", body)
            event.member("isBase64Encoded", false)
        }
    }
}
#endif
