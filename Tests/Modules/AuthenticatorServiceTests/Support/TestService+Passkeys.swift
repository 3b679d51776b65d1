import JSON

extension TestService {
    func registrationOptions(_ token: String, _ body: String = "{}") async -> Answer {
        await call("POST", "client/user-authenticators/passkey/registration-options", as: .bearer(token), body: body)
    }

    /// Registers a passkey.
    func register(
        _ passkey: inout UnrulyPasskey, _ token: String, _ body: String = "{}"
    ) async throws -> Answer {
        let options = await registrationOptions(token, body)
        guard options.status == 200 else { return options }
        return await add(try passkey.register(options["options"]), options, token)
    }

    func add(_ credential: String, _ options: Answer, _ token: String) async -> Answer {
        await call(
            "POST", "client/user-authenticators/passkey", as: .bearer(token),
            body: #"{"challengeId":"\#(options["challengeId"]?.string ?? "")","registrationCredential":\#(credential)}"#
        )
    }

    func authenticationOptions(_ sender: Sender, _ body: String = "{}") async -> Answer {
        await call("POST", "client/user-authenticators/passkey/authentication-options", as: sender, body: body)
    }

    /// Signs in with a passkey.
    func signIn(
        _ passkey: inout UnrulyPasskey, _ sender: Sender, _ body: String = "{}"
    ) async throws -> Answer {
        let options = await authenticationOptions(sender, body)
        guard options.status == 200 else { return options }
        return await verify(try passkey.sign(options["options"]), options, sender)
    }

    func verify(_ credential: String, _ options: Answer, _ sender: Sender) async -> Answer {
        await call(
            "POST", "client/verify/passkey", as: sender,
            body:
                #"{"challengeId":"\#(options["challengeId"]?.string ?? "")","authenticationCredential":\#(credential)}"#
        )
    }

    /// A result token of a user of the user pool who has proven an address.
    func signedUser(_ subject: String = "sub", email: String = "a@example.org") async throws -> String {
        let answer = await proveEmail(try challengeToken(subject, email: email), email)
        return answer["accessToken"]?.string ?? ""
    }

    /// Starts an action before its user is known.
    func startAction(_ tenantID: String, _ body: String = #"{"action":"cognitoAuth"}"#) async -> String {
        await call("POST", "client/challenge", as: .app(tenantID), body: body)["challengeId"]?.string ?? ""
    }
}
