internal import LoopbackServer

/// A request exactly as a `ScriptedServer` received it.
package struct RecordedRequest: Sendable {
    /// The request's number since the server's start; the first is 1.
    package let number: Int
    /// The number of the connection over which it came; the first is 1.
    package let connection: Int
    /// The method, such as `GET`.
    package let method: String
    /// The request target exactly as sent: path and query, still percent-encoded.
    package let target: String
    /// The header lines in order, without white space around the values.
    package let headers: [(name: String, value: String)]
    /// The content.
    package let body: [UInt8]

    init(_ request: LoopbackRequest, number: Int, connection: Int) {
        (self.number, self.connection) = (number, connection)
        (method, target, headers, body) = (request.method, request.target, request.headers, request.body)
    }

    /// The values of all headers of that name, without regard to case.
    package func headers(_ name: String) -> [String] {
        headers.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
    }

    /// The value of the first header of that name, without regard to case; nil if there is none.
    package func header(_ name: String) -> String? { headers(name).first }
}
