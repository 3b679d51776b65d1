extension UserPool {
    /// - Throws: `ResourceNotFoundException` for a call about another pool.
    func checkPool(_ request: PoolRequest) throws(PoolError) {
        let id = try request.required("UserPoolId")
        guard id == settings.id else { throw PoolError(.resourceNotFound, "User pool \(id) does not exist.") }
    }

    /// The account that an administrator's call names.
    ///
    /// - Throws: `UserNotFoundException`, or `ResourceNotFoundException` for another pool.
    func existingUser(_ request: PoolRequest) throws(PoolError) -> PoolUser {
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
        try passwordPolicy.check(password)
        guard action != "RESEND" else { throw PoolError(.invalidParameter, "This sandbox sends no mail again.") }
        let attributes = try signUpAttributes(try request.attributes("UserAttributes"), name: name)
        try checkIsFree(name, attributes)
        let id = try newSubject()
        let username = settings.usernameAttributes.isEmpty ? users.folded(name) : id
        let decision = try await preSignUp(
            request, source: "PreSignUp_AdminCreateUser", username: username, clientID: nil, attributes: attributes)
        try checkIsFree(name, attributes)
        var user = PoolUser(
            username: username, attributes: newAttributes(attributes, id: id, decision),
            status: .forceChangePassword, at: now())
        try claimAliases(of: user, moves: try request.flag("ForceAliasCreation"))
        try setPassword(password, of: &user, status: .forceChangePassword)
        if action != "SUPPRESS", let email = user.attributes[PoolSettings.email] {
            await mailBox.deliver(PoolMail(recipient: email, purpose: .temporaryPassword, code: password))
        }
        return user
    }

    /// A password of 16 characters that has all kinds of characters a policy can require.
    private static func temporaryPassword() -> String {
        let kinds = ["abcdefghijkmnpqrstuvwxyz", "ABCDEFGHJKLMNPQRSTUVWXYZ", "23456789", "#%+=@!"]
        return (0..<4).map { _ in String(kinds.compactMap { $0.randomElement() }) }.joined()
    }

    /// `AdminConfirmSignUp`.
    func adminConfirmSignUp(_ request: PoolRequest) throws(PoolError) {
        var user = try existingUser(request)
        guard user.status == .unconfirmed else { throw .cannotBeConfirmed(user) }
        user.status = .confirmed
        try claimAliases(of: user, moves: false)
        save(&user)
    }

    /// `AdminUpdateUserAttributes`.
    func adminUpdateUserAttributes(_ request: PoolRequest) async throws(PoolError) {
        let user = try existingUser(request)
        _ = try await change(try request.attributes("UserAttributes"), of: user)
    }

    /// `AdminSetUserPassword`.
    func adminSetUserPassword(_ request: PoolRequest) throws(PoolError) {
        var user = try existingUser(request)
        let password = try request.required("Password")
        try passwordPolicy.check(password)
        let isPermanent = try request.flag("Permanent")
        try setPassword(password, of: &user, status: isPermanent ? .confirmed : .forceChangePassword)
    }

    /// `AdminEnableUser` and `AdminDisableUser`.
    func adminSetEnabled(_ request: PoolRequest, to isEnabled: Bool) throws(PoolError) {
        var user = try existingUser(request)
        user.isEnabled = isEnabled
        save(&user)
        if !isEnabled { grants.revokeAll(of: user.username) }
    }

    /// `AdminUserGlobalSignOut`.
    func adminUserGlobalSignOut(_ request: PoolRequest) throws(PoolError) {
        grants.revokeAll(of: try existingUser(request).username)
    }

    /// `AdminDeleteUser`.
    func adminDeleteUser(_ request: PoolRequest) throws(PoolError) { delete(try existingUser(request)) }

    /// Removes an account, and voids its tokens and codes.
    func delete(_ user: PoolUser) {
        users.remove(user)
        grants.revokeAll(of: user.username)
        codes.forget(username: user.username)
    }

    func save(_ user: inout PoolUser) {
        user.modifiedAt = now()
        users.store(user)
    }
}
