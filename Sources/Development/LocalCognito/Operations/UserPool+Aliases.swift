extension UserPool {
    /// Makes sure that no address is the alias of two accounts. Call it before the account is stored.
    ///
    /// - Parameter moves: whether this account takes over an address that another account has verified. The other
    ///   account's address then counts as unverified.
    /// - Throws: `AliasExistsException` if another account has verified the address and it does not move.
    func claimAliases(of user: PoolUser, moves: Bool) throws(PoolError) {
        for attribute in settings.aliasAttributes where user.attributes["\(attribute)_verified"] == "true" {
            guard var owner = users.owner(of: attribute, otherThan: user) else { continue }
            guard moves else {
                throw PoolError(.aliasExists, "An account with the \(attribute) already exists.")
            }
            owner.attributes["\(attribute)_verified"] = "false"
            save(&owner)
        }
    }
}
