/// An HTTP request to the service, freed from any server.
package struct APIRequest: Sendable {
    /// The method, such as `POST`.
    package var method: String
    /// The path and the query exactly as they came, from `/v1` or `/.well-known` on.
    package var target: String
    /// The header fields, their names in lower case.
    package var headers: [String: String]
    /// The body; empty for none.
    package var body: [UInt8]

    /// A request.
    package init(method: String, target: String, headers: [String: String] = [:], body: [UInt8] = []) {
        self.method = method
        self.target = target
        self.headers = headers
        self.body = body
    }
}
