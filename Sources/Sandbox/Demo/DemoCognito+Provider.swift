internal import JSON

/// Calls that concern the attribute for OpenID subjects.
extension DemoCognito {
    /// What a new account is tied to, and the ID token that proves it; nil to leave either away.
    typealias Tie = (subject: String?, token: String?)

    /// Signs a new user up; returns what Cognito says if it refuses.
    func signUp(_ email: String, tiedTo tie: Tie) async throws(DemoDifference) -> String? {
        let answer = try await call("SignUp") { body in
            body.member("ClientId", clientID)
            body.member("Username", email)
            body.member("Password", "Never used, and 2 long!")
            if let subject = tie.subject {
                body.member("UserAttributes", array: [Self.attribute(subject)])
            }
            if let token = tie.token { body.member("ClientMetadata", ["idToken": token]) }
        }
        guard answer.status == 200 else { return Self.words(answer) }
        try DemoDifference.unless(
            answer.json?["UserConfirmed"]?.bool == true, "a confirmed account", found: "one that is not")
        return nil
    }

    /// Has a signed-in user change what they are tied to; returns what Cognito says.
    func tie(_ accessToken: String, to subject: String) async throws(DemoDifference) -> String {
        Self.words(
            try await call("UpdateUserAttributes") { body in
                body.member("AccessToken", accessToken)
                body.member("UserAttributes", array: [Self.attribute(subject)])
            })
    }

    private static func attribute(_ subject: String) -> [UInt8] {
        JSONWriter.object { attribute in
            attribute.member("Name", StackSettings.subjectAttribute)
            attribute.member("Value", subject)
        }
    }
}
