extension UserPool {
    /// Makes sure that no address stands for two accounts, before one of them is kept.
    ///
    /// - Parameter moves: whether an address that another account has proven becomes this one's, and what it proved for
    ///   the other is void.
    /// - Throws: `AliasExistsException` where it does not move.
    func claimAliases(of user: PoolUser, moves: Bool) throws(PoolError) {
        for attribute in settings.aliasAttributes where user.attributes["\(attribute)_verified"] == "true" {
            guard var owner = users.owner(of: attribute, besides: user) else { continue }
            guard moves else {
                throw PoolError(.aliasExists, "An account with the \(attribute) already exists.")
            }
            owner.attributes["\(attribute)_verified"] = "false"
            save(&owner)
        }
    }

    /// - Throws: `InvalidParameterException` for an attribute that no account has.
    func checkSchema(_ name: String) throws(PoolError) {
        guard AttributeSchema.has(name) else {
            throw PoolError(
                .invalidParameter,
                "Attributes did not conform to the schema: \(name): Attribute does not exist in the schema.\n")
        }
    }
}
