/// What the bearer of a token may do with the user's authenticators.
enum TokenScope: String, CaseIterable {
    case read = "read:authenticators"
    case add = "add:authenticators"
    case update = "update:authenticators"
    case remove = "remove:authenticators"

    /// All scopes, as a token has them after a proof.
    static let all = allCases.map(\.rawValue).joined(separator: " ")

    /// The scopes that a token's claim lists. Unknown scopes are ignored.
    static func set(_ claim: String) -> Set<TokenScope> {
        Set(claim.split(separator: " ").compactMap { TokenScope(rawValue: String($0)) })
    }
}
