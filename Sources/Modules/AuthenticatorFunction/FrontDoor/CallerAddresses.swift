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
    private static let variable = "CLOUDFRONT_SECRET"
    private static let minimumLength = 32

    /// The present secret and, after it has been read again, the one before; nil if there is no distribution.
    private let secrets: RotatingSecret<[[UInt8]]>?

    init(_ services: Services, _ log: Log) throws(FunctionError) {
        guard let secret = try services.secret(Self.variable) else {
            secrets = nil
            return
        }
        secrets = RotatingSecret(
            try Self.list(secret), now: services.now, log,
            reading: services.isReadFromSecretsManager(Self.variable)
                ? { (deadline) throws(FunctionError) in
                    try Self.list(
                        services.requiredSecret(Self.variable, by: deadline),
                        services.previousVersion(of: Self.variable, by: deadline))
                } : nil)
    }

    private static func list(_ secret: String, _ former: String? = nil) throws(FunctionError) -> [[UInt8]] {
        guard secret.utf8.count >= minimumLength else {
            throw .configuration(variable, "must hold at least \(minimumLength) bytes")
        }
        return [secret, former].compactMap { $0.map { Array($0.utf8) } }.filter { $0.count >= minimumLength }
    }

    /// The address that a request came from; nil if it is not known.
    func address(of request: APIRequest, by deadline: Deadline) -> String? {
        guard let secrets, let given = request.headers["x-origin-secret"],
            Self.isAny(of: secrets.current(by: deadline), given)
                || secrets.renew(by: deadline) && Self.isAny(of: secrets.value, given),
            // An address, a colon and a port.
            let viewer = request.headers["cloudfront-viewer-address"], let colon = viewer.lastIndex(of: ":"),
            CallerNetwork(String(viewer[..<colon])) != nil
        else { return request.sourceIP }
        return String(viewer[..<colon])
    }

    private static func isAny(of secrets: [[UInt8]], _ given: String) -> Bool {
        secrets.contains { constantTimeEqual($0, Array(given.utf8)) }
    }
}
