import JSON

extension World {
    func registrationOptions(_ token: String, _ body: String = "{}") async -> Answer {
        await call("POST", "client/user-authenticators/passkey/registration-options", .bearer(token), body)
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
            "POST", "client/user-authenticators/passkey", .bearer(token),
            #"{"challengeId":"\#(options["challengeId"]?.string ?? "")","registrationCredential":\#(credential)}"#)
    }

    func authenticationOptions(_ sender: Sender, _ body: String = "{}") async -> Answer {
        await call("POST", "client/user-authenticators/passkey/authentication-options", sender, body)
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
            "POST", "client/verify/passkey", sender,
            #"{"challengeId":"\#(options["challengeId"]?.string ?? "")","authenticationCredential":\#(credential)}"#)
    }

    /// The token of a user of the user pool with an address proven.
    func signedUser(_ subject: String = "sub", email: String = "a@example.org") async throws -> String {
        let answer = await proveEmail(try challengeToken(subject, email: email), email)
        return answer["accessToken"]?.string ?? ""
    }

    /// Starts an action before it is known whose it is.
    func startAction(_ tenantID: String, _ body: String = #"{"action":"cognitoAuth"}"#) async -> String {
        await call("POST", "client/challenge", .app(tenantID), body)["challengeId"]?.string ?? ""
    }
}
