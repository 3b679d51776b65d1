/// An HTTP request to the provider. It does not depend on any HTTP server.
package struct ProviderRequest: Sendable {
    /// The method, such as `POST`.
    package var method: String
    /// The path's decoded segments.
    package var path: [String]
    /// The value of the `Authorization` header; nil if it is missing.
    package var authorization: String?
    /// The value of the `Content-Type` header; nil if it is missing.
    package var contentType: String?
    /// The body; empty if there is no body.
    package var body: [UInt8]

    /// A request.
    package init(
        method: String, path: [String], authorization: String? = nil, contentType: String? = nil, body: [UInt8] = []
    ) {
        self.method = method
        self.path = path
        self.authorization = authorization
        self.contentType = contentType
        self.body = body
    }

    /// Whether it concerns the bearer's own account.
    var isAboutAccount: Bool { path.first == "me" }
}
