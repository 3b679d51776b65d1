internal import OpenSSLCrypto

/// Cognito's own sign-ins with a password. They ask no trigger of custom authentication: a client that allows them lets
/// its users past the functions.
extension UserPool {
    /// `USER_SRP_AUTH`.
    func startSRP(_ start: SignInStart) throws(PoolError) -> SignInAnswer {
        guard start.client.flows.contains(.userSRPAuth) else {
            throw PoolError(.invalidParameter, "USER_SRP_AUTH is not enabled for the client.")
        }
        return try askForPasswordOnly(try subject(start), start.parameters)
    }

    /// The challenge `PASSWORD_VERIFIER` of a sign-in whose only factor is the password.
    func askForPasswordOnly(
        _ subject: SignInSubject, _ parameters: [String: String]
    ) throws(PoolError) -> SignInAnswer {
        let clientValue = try SRPClientValue(parameters["SRP_A"])
        guard subject.user?.status != .resetRequired else { throw .passwordResetRequired }
        return try askForPassword(clientValue, subject, rows: [])
    }

    /// `USER_PASSWORD_AUTH` and `ADMIN_USER_PASSWORD_AUTH`.
    func startWithPassword(_ start: SignInStart) async throws(PoolError) -> SignInAnswer {
        guard let password = start.parameters["PASSWORD"] else { throw .missing("PASSWORD") }
        return try await signIn(try subject(start), password: password)
    }

    /// Signs in with the password. As in the service, the status of the account is reported before the password is
    /// checked.
    func signIn(_ subject: SignInSubject, password: String) async throws(PoolError) -> SignInAnswer {
        try checkStatus(subject)
        let decoy = PasswordVerifier(decoyFor: users.folded(subject.name), key: decoyKey)
        let stored = subject.user?.password ?? decoy
        let isRight = stored.isRight(password, username: subject.name, settings: settings)
        guard isRight, subject.user?.password != nil else { throw .incorrectUsernameOrPassword }
        return try await signInAfterPassword(subject)
    }

    /// Signs in after the right password, unless it was a temporary one.
    func signInAfterPassword(_ subject: SignInSubject) async throws(PoolError) -> SignInAnswer {
        try checkStatus(subject)
        if subject.user?.status == .forceChangePassword { return try askForNewPassword(subject) }
        return .tokens(try await issueTokens(subject, .authentication))
    }

    private func checkStatus(_ subject: SignInSubject) throws(PoolError) {
        switch subject.user?.status {
        case .unconfirmed: throw .userNotConfirmed
        case .resetRequired: throw .passwordResetRequired
        case .confirmed, .forceChangePassword, nil: break
        }
    }
}
