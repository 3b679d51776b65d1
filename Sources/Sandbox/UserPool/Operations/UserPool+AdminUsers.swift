extension UserPool {
    /// - Throws: `ResourceNotFoundException` for a call about another pool.
    func checkPool(_ request: PoolRequest) throws(PoolError) {
        let id = try request.required("UserPoolId")
        guard id == settings.id else { throw PoolError(.resourceNotFound, "User pool \(id) does not exist.") }
    }

    private func existingUser(_ request: PoolRequest) throws(PoolError) -> PoolUser {
        try checkPool(request)
        return try users.existing(try request.username())
    }

    /// `AdminGetUser`.
    func adminGetUser(_ request: PoolRequest) throws(PoolError) -> PoolUser { try existingUser(request) }

    /// `AdminCreateUser`.
    func adminCreateUser(_ request: PoolRequest) async throws(PoolError) -> PoolUser {
        try checkPool(request)
        let name = try request.username()
        let action = try request.text("MessageAction")
        let password = try request.text("TemporaryPassword") ?? Self.temporaryPassword()
        try settings.passwordPolicy.check(password)
        if action == "RESEND" { return try await resend(name, password) }
        let attributes = try signUpAttributes(try request.attributes("UserAttributes"), name: name)
        try checkIsFree(name, attributes)
        let id = newID()
        let username = settings.usernameAttributes.isEmpty ? users.folded(name) : id
        let decision = try await preSignUp(
            "PreSignUp_AdminCreateUser", username: username, clientID: nil, attributes: attributes, request)
        try checkIsFree(name, attributes)
        var user = PoolUser(
            username: username, attributes: newAttributes(attributes, id: id, decision),
            status: .forceChangePassword, at: now())
        try setPassword(password, of: &user, status: .forceChangePassword)
        if action != "SUPPRESS" { await mail(password, to: user) }
        return user
    }

    private func resend(_ name: String, _ password: String) async throws(PoolError) -> PoolUser {
        var user = try users.existing(name)
        guard user.status == .forceChangePassword else {
            throw PoolError(
                .notAuthorized, "Resend not possible. \(user.username) status is not FORCE_CHANGE_PASSWORD")
        }
        try setPassword(password, of: &user, status: .forceChangePassword)
        await mail(password, to: user)
        return user
    }

    private func mail(_ password: String, to user: PoolUser) async {
        guard let email = user.attributes["email"] else { return }
        await mailBox.deliver(PoolMail(recipient: email, purpose: .temporaryPassword, code: password))
    }

    /// Meets every policy up to 16 characters.
    private static func temporaryPassword() -> String {
        let kinds = ["abcdefghijkmnpqrstuvwxyz", "ABCDEFGHJKLMNPQRSTUVWXYZ", "23456789", "#%+=@!"]
        return (0..<4).map { _ in String(kinds.compactMap { $0.randomElement() }) }.joined()
    }

    /// `AdminConfirmSignUp`.
    func adminConfirmSignUp(_ request: PoolRequest) throws(PoolError) {
        var user = try existingUser(request)
        guard user.status == .unconfirmed else { throw .cannotBeConfirmed(user) }
        user.status = .confirmed
        save(&user)
    }

    /// `AdminUpdateUserAttributes`. A new address that must be proven first waits for its code, unless the same call
    /// says that it is proven.
    func adminUpdateUserAttributes(_ request: PoolRequest) async throws(PoolError) {
        var user = try existingUser(request)
        let given = try request.attributes("UserAttributes")
        guard given["sub"] == nil else {
            throw PoolError(.invalidParameter, "user.sub: Attribute cannot be updated.\n")
        }
        var toProve: [(name: String, value: String)] = []
        for (name, value) in given.pairs {
            let flag = "\(name)_verified"
            let isNewAddress = ["email", "phone_number"].contains(name) && user.attributes[name] != value
            if isNewAddress, settings.usernameAttributes.contains(name), let other = users.user(value),
                other.username != user.username
            {
                throw PoolError(.aliasExists, "An account with the given \(name) already exists.")
            }
            if isNewAddress, settings.verifiedBeforeUpdate.contains(name), given[flag] != "true" {
                user.pendingAttributes[name] = value
                toProve.append((name, value))
                continue
            }
            // An empty value removes an attribute.
            user.attributes[name] = value.isEmpty ? nil : value
            if isNewAddress, given[flag] == nil { user.attributes[flag] = "false" }
        }
        save(&user)
        for (name, value) in toProve { _ = try await send(.verifyAttribute, name, of: user, to: value) }
    }

    /// `AdminSetUserPassword`.
    func adminSetUserPassword(_ request: PoolRequest) throws(PoolError) {
        var user = try existingUser(request)
        let password = try request.required("Password")
        try settings.passwordPolicy.check(password)
        let isPermanent = try request.flag("Permanent")
        try setPassword(password, of: &user, status: isPermanent ? .confirmed : .forceChangePassword)
    }

    /// `AdminEnableUser` and `AdminDisableUser`.
    func adminSetEnabled(_ request: PoolRequest, _ isEnabled: Bool) throws(PoolError) {
        var user = try existingUser(request)
        user.isEnabled = isEnabled
        save(&user)
        if !isEnabled { grants.revokeAll(of: user.username) }
    }

    /// `GetUser`.
    func getUser(_ request: PoolRequest) throws(PoolError) -> (user: PoolUser, readable: UserAttributes) {
        let bearer = try bearer(request)
        let user = try users.existing(bearer.username)
        guard user.isEnabled else { throw .userDisabled }
        return (user, user.attributes.readable(bearer.client.readAttributes))
    }

    private func save(_ user: inout PoolUser) {
        user.modifiedAt = now()
        users.store(user)
    }
}
