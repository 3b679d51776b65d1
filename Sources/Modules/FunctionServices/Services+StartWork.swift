package import AWS
package import HTTP
package import LambdaRuntime

extension Services {
    /// Has a connection to a service ready for the first event, if it is encrypted: then it costs round trips and
    /// processor time. It is opened by a request for `/` without credentials, which reads nothing and changes nothing.
    package func expectCalls(to address: BaseURL) {
        guard address.isEncrypted else { return }
        let transport = transport
        startWork?.add("the connection to \(address.origin)") { deadline in
            do throws(HTTPError) {
                let timeout = try deadline.remaining(atMost: Self.startWorkLimit)
                _ = try transport.send(
                    HTTPRequest(
                        .get, address.origin + "/", timeout: timeout, connectTimeout: timeout,
                        maximumResponseBytes: Self.longestAnswer))
                return nil
            } catch { return error.description }
        }
    }

    /// The same for a service of AWS in a region.
    package func expectCalls(to service: AWSClient.Endpoint, in region: String) {
        guard let address = aws?.address(of: service, in: region) else { return }
        expectCalls(to: address)
    }

    /// Does what has been noted. It takes a second at most, and its failures are only logged.
    package func prepareFirstEvent(_ log: Log) {
        startWork?.run(by: Deadline(min(now() + Self.startWorkLimit, startDeadline.end), now: now), log)
    }

    /// In milliseconds.
    private static var startWorkLimit: Int64 { 1_000 }
    /// The connection would be lost with a longer one.
    private static var longestAnswer: Int { 64 << 10 }
}
