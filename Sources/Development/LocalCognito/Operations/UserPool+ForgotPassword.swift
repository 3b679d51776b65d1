extension UserPool {
    /// `ForgotPassword`. If only administrators can reset passwords, every name is refused alike. Otherwise a client
    /// that hides which users exist gets the same answer for users who cannot receive a code.
    func forgotPassword(_ request: PoolRequest) async throws(PoolError) -> CodeDelivery {
        let client = try appClient(try request.required("ClientId"))
        let name = try request.username()
        try client.check(secretHash: try request.text("SecretHash"), username: name)
        try checkRecovery()
        let isHidden = client.userExistenceErrors == .enabled
        guard let user = users.user(name) else {
            guard isHidden else {
                throw PoolError(.userNotFound, "Username/client id combination not found.")
            }
            return CodeDelivery(to: name, attribute: "email")
        }
        let address: String
        do throws(PoolError) { address = try recoveryAddress(of: user) } catch {
            guard isHidden, error != .passwordNotResettable else { throw error }
            return CodeDelivery(to: name, attribute: "email")
        }
        try codes.countRequest(for: .init(username: user.username, purpose: .resetPassword), now: now())
        return try await send(.resetPassword, of: "email", user: user, to: address)
    }

    /// `ConfirmForgotPassword`.
    func confirmForgotPassword(_ request: PoolRequest) throws(PoolError) {
        let client = try appClient(try request.required("ClientId"))
        let name = try request.username()
        try client.check(secretHash: try request.text("SecretHash"), username: name)
        let (code, password) = (try request.required("ConfirmationCode"), try request.required("Password"))
        try passwordPolicy.check(password)
        let isHidden = client.userExistenceErrors == .enabled
        guard var user = users.user(name) else { throw isHidden ? .codeMismatch : .userNotFound }
        guard user.isEnabled else { throw isHidden ? .codeMismatch : .userDisabled }
        try codes.use(code, for: .init(username: user.username, purpose: .resetPassword), now: now())
        try setPassword(password, of: &user, status: .confirmed)
    }

    /// `AdminResetUserPassword`. The password no longer signs in; the user must choose a new one with the code.
    func adminResetUserPassword(_ request: PoolRequest) async throws(PoolError) {
        var user = try existingUser(request)
        try checkRecovery()
        let address = try recoveryAddress(of: user)
        user.status = .resetRequired
        save(&user)
        _ = try await send(.resetPassword, of: "email", user: user, to: address)
    }

    /// - Throws: an error if only administrators can give a user a new password.
    private func checkRecovery() throws(PoolError) {
        guard settings.accountRecovery != .adminOnly else {
            throw PoolError(.notAuthorized, "Contact administrator to reset password.")
        }
    }

    /// The address that a code is sent to.
    private func recoveryAddress(of user: PoolUser) throws(PoolError) -> String {
        guard user.isEnabled else { throw .userDisabled }
        guard user.status != .forceChangePassword else { throw .passwordNotResettable }
        guard let address = user.attributes["email"], user.attributes.isVerified("email") else {
            throw PoolError(
                .invalidParameter,
                "Cannot reset password for the user as there is no registered/verified email or phone_number")
        }
        return address
    }
}

extension PoolError {
    /// The account still has its temporary password.
    fileprivate static let passwordNotResettable = PoolError(
        .notAuthorized, "User password cannot be reset in the current state.")
}
