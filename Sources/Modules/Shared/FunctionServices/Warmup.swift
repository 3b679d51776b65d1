package import AWS
package import HTTP
package import LambdaRuntime

/// What a function does before its first event because every event would have to wait for it otherwise. Lambda gives a
/// starting function more of a processor than an event gets.
final class Warmup {
    /// Does something before a deadline, and gives the reason if it fails.
    typealias Body = (Deadline) -> String?

    /// What the events need: words for the log, and what to do.
    private var items: [(name: String, body: Body)] = []

    /// Notes something to do. What has been noted under the same name before is done only once.
    func add(_ name: String, _ body: @escaping Body) {
        guard !items.contains(where: { $0.name == name }) else { return }
        items.append((name, body))
    }

    /// Does everything that has been noted. What fails, or has no time left, is left to the first event.
    func run(by deadline: Deadline, _ log: Log) {
        for item in items {
            guard let failure = item.body(deadline) else { continue }
            log(.warn, "not ready before the first event: \(item.name): \(failure)")
        }
    }
}

extension Services {
    /// Has a connection to a service ready for the first event, if it is encrypted: then it costs round trips and
    /// processor time. It is opened by a request for `/` without credentials, which reads nothing and changes nothing.
    package func expectCalls(to address: BaseURL) {
        guard address.isEncrypted else { return }
        let transport = transport
        warmup?.add("the connection to \(address.origin)") { deadline in
            do throws(HTTPError) {
                let timeout = try deadline.remaining(atMost: Self.warmupLimit)
                _ = try transport.send(
                    HTTPRequest(
                        .get, address.origin + "/", timeout: timeout, connectTimeout: timeout,
                        maximumResponseBytes: Self.longestAnswer))
                return nil
            } catch { return error.description }
        }
    }

    /// The same for a service of AWS in a region.
    package func expectCalls(to service: AWSClient.Service, in region: String) {
        guard let address = aws?.address(of: service, in: region) else { return }
        expectCalls(to: address)
    }

    /// Does what has been noted. It takes a second at most, and its failures are only logged.
    package func prepareFirstEvent(_ log: Log) {
        warmup?.run(by: Deadline(min(now() + Self.warmupLimit, startDeadline.end), now: now), log)
    }

    /// In milliseconds.
    private static var warmupLimit: Int64 { 1_000 }
    /// The connection would be lost with a longer one.
    private static var longestAnswer: Int { 64 << 10 }
}
