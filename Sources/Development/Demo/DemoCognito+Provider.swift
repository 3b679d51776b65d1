internal import JSON
internal import LocalCognito
internal import Sandbox

/// Calls that concern the attribute for OpenID subjects.
extension DemoCognito {
    /// What a new account is tied to, and the ID token that proves it; nil to leave either away.
    typealias Tie = (subject: String?, token: String?)

    /// What a sign-up comes to.
    enum SignUp: Equatable {
        case confirmed
        /// A code is on its way to the address.
        case unconfirmed
        case refused(String)
    }

    /// Signs a new user up.
    func signUp(_ email: String, tiedTo tie: Tie) async throws(DemoDifference) -> SignUp {
        let answer = try await call("SignUp") { body in
            body.member("ClientId", clientID)
            body.member("Username", email)
            body.member("Password", "Never used, and 2 long!")
            if let subject = tie.subject {
                body.member("UserAttributes", array: [Self.attribute(subject)])
            }
            if let token = tie.token { body.member("ClientMetadata", ["idToken": token]) }
        }
        guard answer.status == 200 else { return .refused(Self.words(answer)) }
        return answer.json?["UserConfirmed"]?.bool == true ? .confirmed : .unconfirmed
    }

    /// Confirms an account with the code that Cognito has sent.
    func confirmSignUp(_ email: String, code: String) async throws(DemoDifference) {
        let answer = try await call("ConfirmSignUp") { body in
            body.member("ClientId", clientID)
            body.member("Username", email)
            body.member("ConfirmationCode", code)
        }
        try DemoDifference.unless(answer.status == 200, "a confirmed account", found: Self.words(answer))
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
