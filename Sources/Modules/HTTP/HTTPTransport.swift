/// Carries a request to its server and brings the answer back. The only seam between this product and the network.
package protocol HTTPTransport: AnyObject {
    /// Sends the request and waits for the whole answer, of whatever status.
    /// - Throws: `HTTPError` when there is no complete answer within the request's limits.
    func send(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse
}
