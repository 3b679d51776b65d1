internal import JSON
internal import SoftwarePasskey

extension DemoAuthsignal {
    /// The same app and device, sent to another Region's authenticator.
    func moved(to run: DemoRun) -> DemoAuthsignal {
        var app = DemoAuthsignal(http: run.http, tenantID: tenantID, device: device)
        app.setToken(token)
        return app
    }

    /// `passkey.signIn({ action })`, which must be refused; returns the status and the error's code.
    mutating func passkeyRefusal(action: String) async throws(DemoDifference) -> String {
        let begun = try await passkeyOptions(action: action)
        let answer = try await send("/verify/passkey", basic, try signed(begun))
        return "\(answer.status) \(answer.json?["errorCode"]?.string ?? "without an error")"
    }

    /// `passkey.signIn({ token })`: proves a passkey for the round of the current token.
    mutating func proveOwnRound() async throws(DemoDifference) -> String {
        let begun = try await success("/user-authenticators/passkey/authentication-options", bearer) { _ in }
        let answer = try await send("/verify/passkey", bearer, try signed(begun))
        guard answer.status == 200, let token = answer.json?["accessToken"]?.string else {
            throw DemoDifference("a verified passkey", found: "status \(answer.status)")
        }
        return token
    }

    /// Removes the account's passkey, with the token of a proof.
    func removePasskey() async throws(DemoDifference) {
        let path = "/v1/client/user-authenticators"
        let list = try await http.send("GET", path, headers: ["Authorization": bearer])
        let passkey = list.json?.elements.first { $0["verificationMethod"]?.string == "PASSKEY" }
        guard let id = passkey?["userAuthenticatorId"]?.string else {
            throw DemoDifference("a passkey in the list", found: "status \(list.status)")
        }
        let answer = try await http.send("DELETE", "\(path)/\(id)", headers: ["Authorization": bearer])
        try DemoDifference.unless(answer.status == 200, "a removed passkey", found: "status \(answer.status)")
    }

    /// The body that answers options with the device's passkey.
    private mutating func signed(_ begun: JSONValue) throws(DemoDifference) -> [UInt8] {
        let credential: [UInt8]
        do { credential = try device.sign(begun["options"] ?? begun) } catch {
            throw DemoDifference("an assertion", found: "\(error)")
        }
        return JSONWriter.object { body in
            body.member("challengeId", begun["challengeId"]?.string ?? "")
            body.member("authenticationCredential", raw: credential)
        }
    }
}
