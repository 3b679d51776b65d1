internal import JSON
internal import LocalCognito
internal import Sandbox

/// The calls that read or write the attribute for OpenID subjects.
extension DemoCognito {
    /// The subject of a new account and the ID token that proves it; nil leaves either out.
    typealias Tie = (subject: String?, token: String?)

    /// The outcome of a sign-up.
    enum SignUp: Equatable {
        case confirmed
        /// Cognito has sent a code to the address.
        case unconfirmed
        case refused(String)
    }

    /// Signs up a new user.
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

    /// Confirms an account with the code that Cognito sent.
    func confirmSignUp(_ email: String, code: String) async throws(DemoDifference) {
        let answer = try await call("ConfirmSignUp") { body in
            body.member("ClientId", clientID)
            body.member("Username", email)
            body.member("ConfirmationCode", code)
        }
        try DemoDifference.unless(answer.status == 200, "a confirmed account", found: Self.words(answer))
    }

    /// Tries to change the subject of a signed-in user; returns Cognito's answer in words.
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
