internal import FlyingFox

/// Whether a request may see the sandbox's own pages: a page of another site could otherwise reach them, by a name of
/// its own that leads to this machine.
extension HTTPRequest {
    private static let localHosts: Set<String> = ["localhost", "127.0.0.1"]

    /// Whether the request names this machine.
    var isToThisMachine: Bool {
        guard let host = headers[.host] else { return false }
        return Self.localHosts.contains(String(host.prefix { $0 != ":" }).lowercased())
    }

    /// Whether a web page sent the request, as its browser says.
    var isFromPage: Bool { headers[HTTPHeader("Origin")] != nil }

    /// Whether the request comes from the sandbox's own page, or from no page at all.
    var isFromOwnPage: Bool {
        guard isToThisMachine, let host = headers[.host] else { return false }
        guard let origin = headers[HTTPHeader("Origin")] else { return true }
        return origin == "http://" + host
    }
}
