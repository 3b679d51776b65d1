/// The issuer that a pool's tokens name (`IssuerConfiguration`). Both issuers publish the pool's keys.
package enum PoolIssuer: String, CaseIterable, Sendable {
    /// At Amazon: `https://cognito-idp.<region>.amazonaws.com/<pool id>`.
    case original = "ORIGINAL"
    /// At Amazon: `https://issuer-cognito-idp.<region>.amazonaws.com/<pool id>`.
    case updated = "UPDATED"

    /// What comes before the pool's id in the issuer's path here, where both issuers have one host.
    var pathPrefix: String { self == .original ? "/" : "/\(Self.folder)/" }

    /// The folder of the updated issuer.
    package static let folder = "issuer-cognito-idp"
}
