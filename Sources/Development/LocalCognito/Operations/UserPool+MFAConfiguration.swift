internal import JSON

extension UserPool {
    /// `GetUserPoolMfaConfig`. The pool has no second factor.
    func userPoolMFAConfiguration(_ request: PoolRequest) throws(PoolError) -> [UInt8] {
        try checkPool(request)
        return JSONWriter.object { answer in
            answer.member("MfaConfiguration", "OFF")
            guard let webAuthn else { return }
            answer.member("WebAuthnConfiguration") { configuration in
                configuration.member("RelyingPartyId", ifPresent: webAuthn.relyingPartyID)
                configuration.member("UserVerification", webAuthn.userVerification.rawValue)
                configuration.member("FactorConfiguration", ifPresent: webAuthn.factors?.rawValue)
            }
        }
    }

    /// `SetUserPoolMfaConfig`, as far as it is about passkeys.
    func setUserPoolMFAConfiguration(_ request: PoolRequest) throws(PoolError) -> [UInt8] {
        try checkPool(request)
        guard try request.text("MfaConfiguration") ?? "OFF" == "OFF" else {
            throw PoolError(.invalidParameter, "A second factor is not part of this sandbox.")
        }
        if let given = try request.object("WebAuthnConfiguration") {
            var configuration = WebAuthnConfiguration(relyingPartyID: try given.text("RelyingPartyId"))
            guard 1...127 ~= configuration.relyingPartyID?.count ?? 1 else {
                throw .constraint(
                    "WebAuthnConfiguration.relyingPartyId", "have length from 1 to 127")
            }
            configuration.userVerification = try Self.choice(given, "UserVerification") ?? .preferred
            configuration.factors = try Self.choice(given, "FactorConfiguration")
            webAuthn = configuration
        }
        return try userPoolMFAConfiguration(request)
    }

    private static func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ request: PoolRequest, _ name: String
    ) throws(PoolError) -> Choice? {
        guard let text = try request.text(name) else { return nil }
        guard let choice = Choice(rawValue: text) else {
            let allowed = Choice.allCases.map(\.rawValue).joined(separator: ", ")
            throw .constraint(
                "WebAuthnConfiguration.\(name.prefix(1).lowercased() + name.dropFirst())", value: "'\(text)'",
                "satisfy enum value set: [\(allowed)]")
        }
        return choice
    }
}
