/// What Pre Sign-up decides.
struct SignUpDecision {
    var confirms = false
    var verifiesEmail = false
    var verifiesPhone = false
}

extension UserPool {
    /// The attributes of a new account as the trigger sees them. If the name is an address, they include it.
    func signUpAttributes(_ given: UserAttributes, name: String) throws(PoolError) -> UserAttributes {
        var attributes = given
        guard given["sub"] == nil else { throw .unwritable(["sub"], writable: []) }
        try checkSchema(given, ofNewUser: true)
        if settings.aliasAttributes.isEmpty {
            guard AttributeSchema.isEmail(name) else {
                throw PoolError(.invalidParameter, "Username should be an email.")
            }
            let email = attributes[PoolSettings.email] ?? name
            guard users.folded(email) == users.folded(name) else {
                throw PoolError(.invalidParameter, "Username and email differ.")
            }
            attributes[PoolSettings.email] = email
        } else {
            try checkIsNoAlias(name)
        }
        guard attributes[PoolSettings.email]?.isEmpty == false else {
            throw PoolError(
                .invalidParameter, "Attributes did not conform to the schema: email: The attribute is required\n")
        }
        return attributes
    }

    /// - Throws: `InvalidParameterException` for a name that could hide another account's alias.
    private func checkIsNoAlias(_ name: String) throws(PoolError) {
        guard !settings.aliasAttributes.contains("email") || !name.contains("@") else {
            throw PoolError(
                .invalidParameter,
                "Username cannot be of email format, since user pool is configured for email alias.")
        }
        guard !settings.aliasAttributes.contains("phone_number") || !name.hasPrefix("+") else {
            throw PoolError(
                .invalidParameter,
                "Username cannot be of phone number format, since user pool is configured for phone number alias.")
        }
    }

    /// - Throws: `UsernameExistsException`.
    func checkIsFree(_ name: String, _ attributes: UserAttributes) throws(PoolError) {
        for attribute in settings.usernameAttributes {
            if let value = attributes[attribute], users.user(value) != nil {
                throw PoolError(.usernameExists, "An account with the given \(attribute) already exists.")
            }
        }
        guard users.user(name) == nil else { throw PoolError(.usernameExists, "User already exists") }
    }

    /// Asks Pre Sign-up, if the pool has that trigger.
    func preSignUp(
        _ request: PoolRequest, source: String, username: String, clientID: String?, attributes: UserAttributes
    ) async throws(PoolError) -> SignUpDecision {
        guard triggers.functions[.preSignUp] != nil else { return SignUpDecision() }
        var validationData: [String: String] = [:]
        for (name, value) in try request.attributes("ValidationData").pairs { validationData[name] = value }
        let context = TriggerContext(
            settings: settings, clientID: clientID, username: username, attributes: attributes,
            clientMetadata: try request.strings("ClientMetadata"), validationData: validationData)
        let call = context.preSignUp(source)
        let bytes = try await self.call(call)
        let reply = try TriggerReply(bytes, to: call)
        return SignUpDecision(
            confirms: try reply.flag("autoConfirmUser"), verifiesEmail: try reply.flag("autoVerifyEmail"),
            verifiesPhone: try reply.flag("autoVerifyPhone"))
    }

    /// The attributes that a new account has.
    func newAttributes(_ given: UserAttributes, id: String, _ decision: SignUpDecision) -> UserAttributes {
        var attributes = UserAttributes([("sub", id)] + given.pairs)
        for (attribute, isVerified) in [("email", decision.verifiesEmail), ("phone_number", decision.verifiesPhone)]
        where attributes[attribute] != nil {
            let flag = "\(attribute)_verified"
            attributes[flag] = isVerified ? "true" : attributes[flag] ?? "false"
        }
        return attributes
    }
}

extension PoolError {
    static func cannotBeConfirmed(_ user: PoolUser) -> PoolError {
        PoolError(.notAuthorized, "User cannot be confirmed. Current status is \(user.status.rawValue)")
    }
}
