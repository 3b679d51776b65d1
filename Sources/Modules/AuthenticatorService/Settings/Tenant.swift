/// A group of users that the service authenticates, and how tokens are issued for them.
package enum Tenant: Sendable {
    /// A tenant like those of Authsignal. Actions are tracked through the server API, and the tenant's secret signs
    /// their tokens.
    case authsignal(id: String, secret: String)
    /// A user pool whose functions sign challenge tokens themselves and accept signed results. During a key rotation
    /// the previous key is accepted too.
    case signed(userPoolID: String, key: [UInt8], previousKey: [UInt8]?)

    /// The id by which clients name the tenant.
    package var id: String {
        switch self {
        case .authsignal(let id, _): id
        case .signed(let userPoolID, _, _): userPoolID
        }
    }
}
