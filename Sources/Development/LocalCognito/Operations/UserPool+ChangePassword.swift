extension UserPool {
    /// `ChangePassword`. Tokens that were issued before stay valid.
    func changePassword(_ request: PoolRequest) throws(PoolError) {
        var (user, _) = try signedInUser(request)
        let proposed = try request.required("ProposedPassword")
        guard user.status != .resetRequired else { throw .passwordResetRequired }
        if let stored = user.password {
            guard let previous = try request.text("PreviousPassword") else { throw .missing("PreviousPassword") }
            try check(previous, stored, of: user)
        }
        try passwordPolicy.check(proposed)
        try setPassword(proposed, of: &user, status: user.status)
    }

    /// - Throws: `NotAuthorizedException` for a wrong password.
    func check(_ password: String, _ stored: PasswordVerifier, of user: PoolUser) throws(PoolError) {
        guard stored.isRight(password, username: user.username, settings: settings) else {
            throw .incorrectUsernameOrPassword
        }
    }
}

extension PoolError {
    static let passwordResetRequired = PoolError(.passwordResetRequired, "Password reset required for the user")
}
