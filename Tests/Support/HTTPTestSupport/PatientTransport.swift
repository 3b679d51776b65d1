package import HTTP

/// Sends requests with ten times the time that they ask for, so that a busy machine makes no answer too late. What a
/// test proves of times, it proves without this.
package final class PatientTransport: HTTPTransport {
    private let transport: any HTTPTransport

    /// A transport that sends with another one.
    package init(_ transport: any HTTPTransport) { self.transport = transport }

    package func send(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse {
        var request = request
        request.timeout = request.timeout.map { $0 * 10 }
        request.connectTimeout *= 10
        return try transport.send(request)
    }
}
