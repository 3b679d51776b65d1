package import LambdaRuntime

/// The app clients whose users the functions serve (`ALLOWED_CLIENT_IDS`).
package enum AllowedClients: Equatable, Sendable {
    /// `*`: every client of the pool.
    case all
    /// The clients of these ids.
    case listed(Set<String>)

    /// The setting.
    package static let variable = "ALLOWED_CLIENT_IDS"

    /// Reads the variable; nil when it is unset.
    package init?(_ settings: Settings) throws(FunctionError) {
        guard let ids = try settings.list(Self.variable) else { return nil }
        guard ids == ["*"] || !ids.contains("*") else {
            throw .configuration(Self.variable, "must be * alone or a list of app client ids")
        }
        self = ids == ["*"] ? .all : .listed(Set(ids))
    }

    /// Whether a client is among them; an operation without a client is allowed only if all clients are.
    package func contains(_ clientID: String?) -> Bool {
        switch self {
        case .all: true
        case .listed(let ids): clientID.map { ids.contains($0) } ?? false
        }
    }
}
