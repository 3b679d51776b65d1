internal import JSON

/// The service's answer, freed from any server.
package struct APIResponse: Sendable, Equatable {
    /// The status: clients take 200 alone for a success.
    package let status: Int
    /// The content type, without parameters: some clients compare it as a whole.
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
    /// A proof that failed.
    static func notVerified(_ reason: String? = nil) -> APIResponse {
        APIResponse(
            json: JSONWriter.object { answer in
                answer.member("isVerified", false)
                answer.member("failureReason", ifPresent: reason)
            })
    }
}
