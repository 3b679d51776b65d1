/// Whose users the service authenticates, and how tokens are made for them.
package enum Tenant: Sendable {
    /// A tenant as Authsignal has them: actions are tracked through the server API, and their tokens signed with the
    /// tenant's secret.
    case authsignal(id: String, secret: String)
    /// A user pool whose functions sign challenge tokens themselves and take signed results. During a rotation the
    /// previous key counts as well.
    case signed(userPoolID: String, key: [UInt8], previousKey: [UInt8]?)

    /// What clients name the tenant by.
    package var id: String {
        switch self {
        case .authsignal(let id, _): id
        case .signed(let userPoolID, _, _): userPoolID
        }
    }
}
