/// An HTTP request to the service. It does not depend on any HTTP server.
package struct APIRequest: Sendable {
    /// The longest body that the service reads, in bytes. A passkey with its attestation certificates takes a few
    /// thousand.
    package static let maximumBodyLength = 65_536

    /// The front door's id for the request. If the front door delivers a request again, the id is the same.
    package var id: String
    /// The address that the request came from, as the front door saw it; nil if it is not known.
    package var sourceIP: String?
    /// The method, such as `POST`.
    package var method: String
    /// The path and the query exactly as received, starting with `/v1` or `/.well-known`.
    package var target: String
    /// The header fields, with their names in lower case.
    package var headers: [String: String]
    /// The body; empty if there is no body.
    package var body: [UInt8]

    /// A request.
    package init(
        id: String, sourceIP: String? = nil, method: String, target: String, headers: [String: String] = [:],
        body: [UInt8] = []
    ) {
        self.id = id
        self.sourceIP = sourceIP
        self.method = method
        self.target = target
        self.headers = headers
        self.body = body
    }
}
