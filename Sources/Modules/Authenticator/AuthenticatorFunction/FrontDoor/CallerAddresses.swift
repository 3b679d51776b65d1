internal import AuthenticatorService
private import EmailCodes
internal import FunctionServices
internal import HTTP
internal import LambdaRuntime
private import OpenSSLCrypto

/// Finds out where requests come from. Behind CloudFront a front door sees the address of an edge; CloudFront names the
/// caller's in a header. Anybody can send that header past CloudFront, so it counts only beside a secret
/// (`CLOUDFRONT_SECRET`) that the deployment's own distribution sends.
struct CallerAddresses {
    /// Nil if there is no distribution.
    let secret: RotatingSecret<ReplaceableKey>?

    /// The address that a request came from; nil if it is not known.
    func address(of request: APIRequest, by deadline: Deadline) -> String? {
        guard let secret, let given = request.headers["x-origin-secret"],
            Self.isAny(of: secret.current(by: deadline), given)
                || secret.renew(by: deadline) && Self.isAny(of: secret.value, given),
            // An address, a colon and a port.
            let viewer = request.headers["cloudfront-viewer-address"], let colon = viewer.lastIndex(of: ":"),
            CallerNetwork(String(viewer[..<colon])) != nil
        else { return request.sourceIP }
        return String(viewer[..<colon])
    }

    private static func isAny(of secret: ReplaceableKey, _ given: String) -> Bool {
        [secret.current, secret.previous].contains { $0.map { constantTimeEqual($0, Array(given.utf8)) } ?? false }
    }
}
