internal import FlyingFox

/// Where a request comes from. Without these checks, a page of another site could reach the sandbox's own pages through
/// a domain of its own that resolves to this machine (DNS rebinding).
extension HTTPRequest {
    private static let localHosts: Set<String> = ["localhost", "127.0.0.1"]

    /// Whether the `Host` header names this machine.
    var isToThisMachine: Bool {
        guard let host = headers[.host] else { return false }
        return Self.localHosts.contains(String(host.prefix { $0 != ":" }).lowercased())
    }

    /// Whether a web page sent the request, according to its `Origin` header.
    var isFromPage: Bool { headers[HTTPHeader("Origin")] != nil }

    /// Whether the request comes from the sandbox's own page or from a program that is not a browser.
    var isFromOwnPage: Bool {
        guard isToThisMachine, let host = headers[.host] else { return false }
        guard let origin = headers[HTTPHeader("Origin")] else { return true }
        return origin == "http://" + host
    }
}
