extension UserPool {
    /// The attributes that are addresses, which a code can verify.
    private static let addresses = ["email", "phone_number"]

    /// Changes attributes of an account; returns where codes were sent. If a new address must be verified first, it is
    /// pending until its code arrives, unless an administrator marks it as verified in the same call. An empty value
    /// removes an attribute.
    func change(_ given: UserAttributes, of user: PoolUser) async throws(PoolError) -> [CodeDelivery] {
        try checkSchema(given, ofNewUser: false)
        var user = user
        var toVerify: [(name: String, value: String)] = []
        for (name, value) in given.pairs {
            try checkChange(of: name, to: value, for: user)
            let flag = "\(name)_verified"
            let isNewAddress = Self.addresses.contains(name) && user.attributes[name] != value
            if isNewAddress, !value.isEmpty, !given.isVerified(name), name == PoolSettings.email {
                user.pendingAttributes[name] = value
                toVerify.append((name, value))
                continue
            }
            user.attributes[name] = value.isEmpty ? nil : value
            guard isNewAddress else { continue }
            user.pendingAttributes[name] = nil
            codes.forget(.init(username: user.username, purpose: .verifyAttribute, attribute: name))
            if given[flag] == nil { user.attributes[flag] = value.isEmpty ? nil : "false" }
        }
        try claimAliases(of: user, moves: false)
        save(&user)
        var deliveries: [CodeDelivery] = []
        for (name, value) in toVerify {
            deliveries.append(try await send(.verifyAttribute, of: name, user: user, to: value))
        }
        return deliveries
    }

    private func checkChange(of name: String, to value: String, for user: PoolUser) throws(PoolError) {
        guard name != "sub" else {
            throw PoolError(.invalidParameter, "user.sub: Attribute cannot be updated.\n")
        }
        guard name != PoolSettings.immutableAttribute else {
            throw PoolError(
                .invalidParameter,
                "user.\(name): Attribute cannot be updated.\n(changing an immutable attribute)")
        }
        guard !value.isEmpty || name != PoolSettings.email else {
            throw PoolError(
                .invalidParameter, "Attributes did not conform to the schema: \(name): The attribute is required\n")
        }
        try checkIsFree(name, value: value, for: user)
    }

    /// - Throws: `AliasExistsException` if another account signs in with the address.
    private func checkIsFree(_ name: String, value: String, for user: PoolUser) throws(PoolError) {
        guard settings.usernameAttributes.contains(name), let other = users.user(value),
            other.username != user.username
        else { return }
        throw PoolError(.aliasExists, "An account with the given \(name) already exists.")
    }

    /// - Throws: `NotAuthorizedException` for an attribute that the client may not write. No app may mark an address as
    ///   verified.
    func checkMayWrite(_ given: UserAttributes, _ client: AppClient) throws(PoolError) {
        let refused = given.pairs.map(\.name).filter { name in
            name.hasSuffix("_verified") || client.writeAttributes?.contains(name) == false
        }
        guard refused.isEmpty else { throw .unwritable(refused, writable: client.writeAttributes ?? []) }
    }

    /// `UpdateUserAttributes`.
    func updateUserAttributes(_ request: PoolRequest) async throws(PoolError) -> [CodeDelivery] {
        let (user, client) = try signedInUser(request)
        let given = try request.attributes("UserAttributes")
        try checkMayWrite(given, client)
        return try await change(given, of: user)
    }

    /// `GetUserAttributeVerificationCode`.
    func userAttributeVerificationCode(_ request: PoolRequest) async throws(PoolError) -> CodeDelivery {
        let (user, _) = try signedInUser(request)
        let (attribute, address) = try addressToVerify(request, user)
        let key = ConfirmationCodes.Key(username: user.username, purpose: .verifyAttribute, attribute: attribute)
        try codes.countRequest(for: key, now: now())
        return try await send(.verifyAttribute, of: attribute, user: user, to: address)
    }

    /// `VerifyUserAttribute`.
    func verifyUserAttribute(_ request: PoolRequest) throws(PoolError) {
        var (user, _) = try signedInUser(request)
        let (attribute, address) = try addressToVerify(request, user)
        let key = ConfirmationCodes.Key(username: user.username, purpose: .verifyAttribute, attribute: attribute)
        try codes.use(try request.required("Code"), for: key, now: now())
        // Another user may have verified the address in the meantime.
        try checkIsFree(attribute, value: address, for: user)
        user.attributes[attribute] = address
        user.attributes["\(attribute)_verified"] = "true"
        user.pendingAttributes[attribute] = nil
        try claimAliases(of: user, moves: false)
        save(&user)
    }

    /// The address that a code is to verify: the pending one if there is one, otherwise the current one.
    private func addressToVerify(
        _ request: PoolRequest, _ user: PoolUser
    ) throws(PoolError) -> (attribute: String, address: String) {
        let attribute = try request.required("AttributeName")
        guard Self.addresses.contains(attribute),
            let address = user.pendingAttributes[attribute] ?? user.attributes[attribute]
        else { throw PoolError(.invalidParameter, "User does not have attribute \(attribute) to verify.") }
        return (attribute, address)
    }

    /// `GetUser`.
    func getUser(_ request: PoolRequest) throws(PoolError) -> (user: PoolUser, readable: UserAttributes) {
        let (user, client) = try signedInUser(request)
        return (user, user.attributes.readable(client.readAttributes))
    }

    /// `DeleteUser`.
    func deleteUser(_ request: PoolRequest) throws(PoolError) { delete(try signedInUser(request).user) }

    /// The account whose access token a call carries, and the client it was issued to.
    func signedInUser(_ request: PoolRequest) throws(PoolError) -> (user: PoolUser, client: AppClient) {
        let bearer = try bearer(request)
        let user = try users.existing(bearer.username)
        guard user.isEnabled else { throw .userDisabled }
        return (user, bearer.client)
    }

    /// `DeleteUserAttributes`.
    func deleteUserAttributes(_ request: PoolRequest) async throws(PoolError) {
        let (user, client) = try signedInUser(request)
        let deleted = try deletedAttributes(request)
        try checkMayWrite(deleted, client)
        _ = try await change(deleted, of: user)
    }

    /// `AdminDeleteUserAttributes`.
    func adminDeleteUserAttributes(_ request: PoolRequest) async throws(PoolError) {
        let user = try existingUser(request)
        _ = try await change(try deletedAttributes(request), of: user)
    }

    /// The attributes to delete, each with the empty value that removes it.
    private func deletedAttributes(_ request: PoolRequest) throws(PoolError) -> UserAttributes {
        UserAttributes((try request.list("UserAttributeNames") ?? []).map { ($0, "") })
    }

    /// - Parameters:
    ///   - given: attributes; in a change, an empty value removes one.
    ///   - isNew: whether they are a new user's, for whom the service has other words.
    /// - Throws: `InvalidParameterException` for an attribute that no account can have, or not with this value.
    func checkSchema(_ given: UserAttributes, ofNewUser isNew: Bool) throws(PoolError) {
        for (name, value) in given.pairs {
            guard settings.hasAttribute(name) else {
                let subject = isNew ? "Attributes did not conform to the schema: " : "user."
                throw PoolError(.invalidParameter, "\(subject)\(name): Attribute does not exist in the schema.\n")
            }
            guard isNew || !value.isEmpty else { continue }
            switch name {
            case "email" where !AttributeSchema.isEmail(value):
                throw PoolError(.invalidParameter, "Invalid email address format.")
            case "phone_number" where !AttributeSchema.isPhoneNumber(value):
                throw PoolError(.invalidParameter, "Invalid phone number format.")
            case "birthdate" where value.count != 10:
                let subject = isNew ? "Attributes did not conform to the schema" : "Invalid user attributes"
                let rule = "String must be no \(value.count < 10 ? "shorter" : "longer") than 10 characters"
                throw PoolError(.invalidParameter, "\(subject): \(name): \(rule)\n")
            default: break
            }
        }
    }

    /// Makes sure that nothing is the alias of two accounts. Call it before the account is stored.
    ///
    /// - Parameter moves: whether this account takes over an address that another account has verified. The other
    ///   account's address then counts as unverified. A preferred name never moves.
    /// - Throws: `AliasExistsException` if another account has the alias and it does not move.
    func claimAliases(of user: PoolUser, moves: Bool) throws(PoolError) {
        for attribute in settings.aliasAttributes where user.hasAlias(attribute) {
            guard var owner = users.owner(of: attribute, otherThan: user) else { continue }
            guard moves, Self.addresses.contains(attribute) else {
                throw PoolError(.aliasExists, "An account with the \(attribute) already exists.")
            }
            owner.attributes["\(attribute)_verified"] = "false"
            save(&owner)
        }
    }
}
