extension UserPool {
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
}
