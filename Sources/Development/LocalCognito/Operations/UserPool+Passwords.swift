internal import Essentials
internal import JSON
internal import OpenSSLCrypto
internal import Primitives

extension UserPool {
    /// The challenge `PASSWORD_VERIFIER`. If the user is unknown or has no password, no answer to it is right.
    func askForPassword(
        _ clientValue: SRPClientValue, _ subject: SignInSubject, rows: [ChallengeRow]
    ) throws(PoolError) -> SignInAnswer {
        let password = subject.user?.password
        let stored = password ?? PasswordVerifier(decoyFor: users.folded(subject.name), key: decoyKey)
        let userID = subject.user == nil ? decoyID(of: users.folded(subject.name)) : subject.name
        var (serverValue, key, secretBlock) = try srpRound(clientValue, stored)
        if password == nil { key = nil }
        // Outside custom authentication the block is the session: clients such as pycognito send back only the block.
        if rows.isEmpty { secretBlock = [] }
        let session = try newSession(.passwordVerifier(key: key, secretBlock: secretBlock), subject, rows: rows)
        if rows.isEmpty { secretBlock = Array(session.utf8) }
        return .challenge(
            name: "PASSWORD_VERIFIER", session: session,
            parameters: [
                "SALT": SecureRemotePassword.hex(stored.salt), "SRP_B": SecureRemotePassword.hex(serverValue),
                "SECRET_BLOCK": Data(secretBlock).base64EncodedString(), "USERNAME": userID,
                "USER_ID_FOR_SRP": userID,
            ])
    }

    /// The server's part of SRP: the value B, the key that the client must have, if there can be one, and the block
    /// that it must sign.
    private nonisolated func srpRound(
        _ clientValue: SRPClientValue, _ stored: PasswordVerifier
    ) throws(PoolError) -> (serverValue: [UInt8], key: [UInt8]?, secretBlock: [UInt8]) {
        do throws(CryptoError) {
            let (srp, secret) = (try SecureRemotePassword(), try SecureRandom.bytes(128))
            let serverValue = try srp.publicValue(secret: secret, verifier: stored.verifier)
            let key = try srp.key(
                clientValue: clientValue.bytes, serverValue: serverValue, secret: secret, verifier: stored.verifier)
            return (serverValue, key, try SecureRandom.bytes(128))
        } catch {
            throw PoolError(.internalError, "SRP is not possible: \(error)")
        }
    }

    /// The name that an unknown user's challenge shows. It looks like a `sub`, as the usernames of most pools do, and
    /// is always the same for the same name.
    nonisolated func decoyID(of username: String) -> String {
        let text = Array("user \(username)".utf8)
        return PoolSubject.text(Array(HMACSHA256.authenticationCode(for: text, key: decoyKey).prefix(16)))
    }

    /// The challenge `NEW_PASSWORD_REQUIRED`. After it Cognito issues tokens without asking Define: an app client that
    /// allows SRP permits this bypass.
    func askForNewPassword(_ subject: SignInSubject) throws(PoolError) -> SignInAnswer {
        var attributes: [UInt8] = []
        if let user = subject.user {
            attributes = JSONWriter.object { object in
                for (name, value) in user.attributes.pairs where name != "sub" { object.member(name, value) }
            }
        }
        return try challengeAnswer(
            .newPassword, subject, rows: [],
            parameters: [
                "USER_ID_FOR_SRP": subject.name, "requiredAttributes": "[]",
                "userAttributes": String(decoding: attributes, as: UTF8.self),
            ])
    }

    /// A challenge with its session. If no parameters are given, they are the name of the user; an unknown user gets a
    /// made-up one.
    func challengeAnswer(
        _ challenge: SignInSession.Challenge, _ subject: SignInSubject, rows: [ChallengeRow],
        parameters: [String: String]? = nil, available: [String] = []
    ) throws(PoolError) -> SignInAnswer {
        let name = subject.user?.username ?? decoyID(of: users.folded(subject.name))
        return .challenge(
            name: challenge.name, session: try newSession(challenge, subject, rows: rows),
            parameters: parameters ?? ["USERNAME": name], available: available)
    }

    /// Sets the password and the status of an account, and stores the account.
    func setPassword(_ password: String, of user: inout PoolUser, status: PoolUser.Status) throws(PoolError) {
        do throws(CryptoError) {
            user.password = try PasswordVerifier(password, username: user.username, settings: settings)
        } catch {
            throw PoolError(.internalError, "The password cannot be stored: \(error)")
        }
        user.status = status
        user.modifiedAt = now()
        users.store(user)
    }

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
