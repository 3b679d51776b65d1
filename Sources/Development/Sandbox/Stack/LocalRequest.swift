internal import LoopbackServer

/// Where a request comes from. Without these checks, a page of another site could reach the sandbox's own pages through
/// a domain of its own that resolves to this machine (DNS rebinding).
extension LoopbackRequest {
    private static let localHosts: Set<String> = ["localhost", "127.0.0.1"]

    /// The name in the `Host` header.
    private var hostName: String? { header("Host").map { String($0.prefix { $0 != ":" }).lowercased() } }

    /// Whether the `Host` header names this machine.
    var isToThisMachine: Bool { hostName.map(Self.localHosts.contains) ?? false }

    /// Whether the `Host` header names this machine, or has the name under which other machines reach the sandbox.
    func isToSandbox(named name: String?) -> Bool { isToThisMachine || name != nil && hostName == name }

    /// Whether a web page sent the request, according to its `Origin` header.
    var isFromPage: Bool { header("Origin") != nil }

    /// Whether the request comes from the sandbox's own page or from a program that is not a browser.
    func isFromOwnPage(named name: String?) -> Bool {
        guard isToSandbox(named: name), let host = header("Host") else { return false }
        guard let origin = header("Origin") else { return true }
        return origin == (isToThisMachine ? "http://" : "https://") + host
    }
}
