internal import JSON

/// The service's answer. It does not depend on any HTTP server.
package struct APIResponse: Sendable, Equatable {
    /// The status. Clients accept only 200 as a success.
    package let status: Int
    /// The content type without parameters, because some clients compare the whole value.
    package let contentType: String
    /// The body, never empty.
    package let body: [UInt8]

    /// An answer in JSON.
    package init(status: Int = 200, json: [UInt8]) {
        self.status = status
        contentType = "application/json"
        body = json
    }
}

extension APIResponse {
    /// The answer to a proof that failed.
    static func notVerified(_ reason: String? = nil) -> APIResponse {
        APIResponse(
            json: JSONWriter.object { answer in
                answer.member("isVerified", false)
                answer.member("failureReason", ifPresent: reason)
            })
    }
}
