internal import JSON

/// The provider's answer. It does not depend on any HTTP server. If it has a body, the body is JSON.
package struct ProviderResponse: Sendable, Equatable {
    /// The status.
    package let status: Int
    /// Header fields besides the content type.
    package let headers: [String: String]
    /// The body; empty if there is no body.
    package let body: [UInt8]

    init(status: Int = 200, headers: [String: String] = [:], _ body: [UInt8]) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// The options of a ceremony and the session that it belongs to.
    ///
    /// - Parameter codes: what must be verified with a code.
    static func options(
        _ options: [UInt8], session: String, demanding codes: [String] = [], status: Int = 200,
        headers: [String: String] = [:]
    ) -> ProviderResponse {
        ProviderResponse(
            status: status, headers: headers,
            JSONWriter.object { answer in
                answer.member("authn_params_public_key", raw: options)
                answer.member("auth_session", session)
                if !codes.isEmpty { answer.member("verification_required", codes) }
            })
    }
}
