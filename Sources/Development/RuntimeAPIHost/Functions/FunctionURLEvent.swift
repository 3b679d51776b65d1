private import JSON

/// A POST with a bearer token and a JSON body, as a function URL hands it on to its function.
package struct FunctionURLEvent: Sendable {
    /// The event.
    package let bytes: [UInt8]

    /// An event.
    /// - Parameters:
    ///   - path: the path of the request, which has no query.
    ///   - sourceIP: the caller's address.
    ///   - requestID: two events have the same one only if they are the same call.
    package init(path: String, body: String, token: String, sourceIP: String, requestID: String) {
        bytes = JSONWriter.object { event in
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
                    http.member("sourceIp", sourceIP)
                }
                context.member("requestId", requestID)
            }
            event.member("body", body)
            event.member("isBase64Encoded", false)
        }
    }
}
