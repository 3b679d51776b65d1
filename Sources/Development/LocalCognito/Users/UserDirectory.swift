/// The accounts of a pool, which are found by name, by address or by alias.
struct UserDirectory: Equatable, Sendable {
    private let usernameAttributes: [String]
    private let aliasAttributes: [String]
    private var users: [String: PoolUser] = [:]

    /// A directory without accounts.
    init(_ settings: PoolSettings) {
        usernameAttributes = settings.usernameAttributes
        aliasAttributes = settings.aliasAttributes
    }

    /// The form of a name in which names are compared.
    func folded(_ name: String) -> String { name.lowercased() }

    /// The account with this name: the pool's own name, the address of sign-up, or a verified alias.
    func user(_ name: String) -> PoolUser? {
        let name = folded(name)
        if let user = users[name] { return user }
        return users.values.first { user in
            usernameAttributes.contains { has(user, attribute: $0, value: name) }
                || aliasAttributes.contains { has(user, attribute: $0, value: name) && user.hasAlias($0) }
        }
    }

    /// The account with this name.
    ///
    /// - Throws: `UserNotFoundException`.
    func existing(_ name: String) throws(PoolError) -> PoolUser {
        guard let user = user(name) else { throw .userNotFound }
        return user
    }

    /// Another account with the same alias.
    func owner(of attribute: String, otherThan user: PoolUser) -> PoolUser? {
        guard let value = user.attributes[attribute].map(folded) else { return nil }
        return users.values.first { other in
            other.username != user.username && has(other, attribute: attribute, value: value)
                && other.hasAlias(attribute)
        }
    }

    /// Adds an account, or replaces the one with its name.
    mutating func store(_ user: PoolUser) { users[folded(user.username)] = user }

    /// Removes an account.
    mutating func remove(_ user: PoolUser) { users[folded(user.username)] = nil }

    /// All accounts, oldest first.
    var all: [PoolUser] {
        users.values.sorted { ($0.createdAt, $0.username) < ($1.createdAt, $1.username) }
    }

    private func has(_ user: PoolUser, attribute: String, value: String) -> Bool {
        user.attributes[attribute].map(folded) == value
    }
}

extension PoolUser {
    /// Whether an attribute is an alias of the account, in a pool that has aliases: an address once it is verified, the
    /// preferred name once the account is confirmed.
    func hasAlias(_ attribute: String) -> Bool {
        guard attribute != "preferred_username" else { return status != .unconfirmed && attributes[attribute] != nil }
        return attributes.isVerified(attribute)
    }
}
