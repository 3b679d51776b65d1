/// An HTTP request to a provider, freed from any server.
package struct ProviderRequest: Sendable {
    /// The method, such as `POST`.
    package var method: String
    /// The path's segments, decoded.
    package var path: [String]
    /// The value of the field `Authorization`; nil for none.
    package var authorization: String?
    /// The body; empty for none.
    package var body: [UInt8]

    /// A request.
    package init(method: String, path: [String], authorization: String? = nil, body: [UInt8] = []) {
        self.method = method
        self.path = path
        self.authorization = authorization
        self.body = body
    }

    /// Whether it is about the bearer's own account.
    var isAboutAccount: Bool { path.first == "me" }
}
