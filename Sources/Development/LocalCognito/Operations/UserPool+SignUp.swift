internal import OpenSSLCrypto

/// The outcome of a sign-up.
struct SignUpAnswer: Sendable {
    let user: PoolUser
    /// Where the code was sent; nil if no code is needed.
    let delivery: CodeDelivery?
}

extension UserPool {
    /// `SignUp`.
    func signUp(_ request: PoolRequest) async throws(PoolError) -> SignUpAnswer {
        let client = try appClient(try request.required("ClientId"))
        let name = try request.username()
        try client.check(secretHash: try request.text("SecretHash"), username: name)
        // Cognito allows a sign-up without a password only in pools whose own codes sign users in. Such a sign-in would
        // bypass the triggers.
        let password = try request.required("Password")
        try passwordPolicy.check(password)
        let given = try request.attributes("UserAttributes")
        try checkMayWrite(given, client)
        let attributes = try signUpAttributes(given, name: name)
        try checkIsFree(name, attributes)
        let id = try newSubject()
        let username = settings.usernameAttributes.isEmpty ? users.folded(name) : id
        let decision = try await preSignUp(
            request, source: "PreSignUp_SignUp", username: username, clientID: client.id, attributes: attributes)
        // Another call may have taken the name in the meantime.
        try checkIsFree(name, attributes)
        var user = PoolUser(
            username: username, attributes: newAttributes(attributes, id: id, decision),
            status: decision.confirms ? .confirmed : .unconfirmed, at: now())
        // The trigger may verify an address that another account has verified already.
        try claimAliases(of: user, moves: true)
        try setPassword(password, of: &user, status: user.status)
        return SignUpAnswer(user: user, delivery: decision.confirms ? nil : try await sendSignUpCode(user))
    }

    /// `ConfirmSignUp`.
    func confirmSignUp(_ request: PoolRequest) throws(PoolError) {
        let client = try appClient(try request.required("ClientId"))
        let name = try request.username()
        try client.check(secretHash: try request.text("SecretHash"), username: name)
        let code = try request.required("ConfirmationCode")
        guard var user = users.user(name) else {
            throw client.userExistenceErrors == .legacy ? .userNotFound : .expiredCode
        }
        guard user.status == .unconfirmed else { throw .cannotBeConfirmed(user) }
        try codes.use(code, for: .init(username: user.username, purpose: .confirmSignUp), now: now())
        user.attributes["email_verified"] = "true"
        user.status = .confirmed
        try claimAliases(of: user, moves: try request.flag("ForceAliasCreation"))
        user.modifiedAt = now()
        users.store(user)
    }

    /// `ResendConfirmationCode`.
    func resendConfirmationCode(_ request: PoolRequest) async throws(PoolError) -> CodeDelivery {
        let client = try appClient(try request.required("ClientId"))
        let name = try request.username()
        try client.check(secretHash: try request.text("SecretHash"), username: name)
        guard let user = users.user(name) else {
            guard client.userExistenceErrors == .enabled else { throw .userNotFound }
            return CodeDelivery(to: name, attribute: "email")
        }
        guard user.status == .unconfirmed else {
            throw PoolError(.invalidParameter, "User is already confirmed.")
        }
        try codes.countRequest(for: .init(username: user.username, purpose: .confirmSignUp), now: now())
        return try await sendSignUpCode(user)
    }

    private func sendSignUpCode(_ user: PoolUser) async throws(PoolError) -> CodeDelivery {
        try await send(
            .confirmSignUp, of: PoolSettings.email, user: user, to: user.attributes[PoolSettings.email] ?? "")
    }

    /// Sends a new code of six digits to an address, which is the value of the attribute or will be.
    func send(
        _ purpose: PoolMail.Purpose, of attribute: String, user: PoolUser, to address: String
    ) async throws(PoolError) -> CodeDelivery {
        let digits = (0..<6).map { _ in String(Int.random(in: 0...9)) }.joined()
        let key = ConfirmationCodes.Key(
            username: user.username, purpose: purpose, attribute: purpose == .verifyAttribute ? attribute : "")
        codes.set(digits, for: key, now: now())
        await mailBox.deliver(PoolMail(recipient: address, purpose: purpose, code: digits))
        return CodeDelivery(to: address, attribute: attribute)
    }
}
