internal import JSON
internal import Sandbox
internal import SoftwarePasskey

/// Signing in with an OpenID provider's native passkeys.
extension DemoRun {
    private static let email = "ana@example.test"

    /// The journey of a person; returns the app, or nil when it did not come to its end.
    func providerJourney() async -> DemoProvider? {
        transcript.heading("A person signs up at the provider and in")
        return await transcript.scenario("the journey") {
            var app = providerApp()
            try await signUpAtProvider(&app)
            try await signInAtProvider(&app)
            try await addPasskey(&app)
            return app
        }
    }

    /// An app on a device of its own.
    func providerApp() -> DemoProvider {
        DemoProvider(http: http, issuer: url + "/", device: SoftwareAuthenticator(origin: url))
    }

    private func signUpAtProvider(_ app: inout DemoProvider) async throws {
        var found: DemoProvider.Identity?
        try await transcript.step("passkey/register, make one, oauth/token") {
            let identity = try await app.signUp(Self.email)
            found = identity
            return "an ID token of \(identity.qualifiedSubject)"
        }
        guard let identity = found else { return }
        try await transcript.step("sign up, tied to that subject") {
            try await signUp(Self.email, tiedTo: identity)
            let value = try await cognito.attributes(of: Self.email)[StackSettings.subjectAttribute]
            try DemoDifference.unless(
                value == identity.qualifiedSubject, "the attribute \(identity.qualifiedSubject)",
                found: "\(value ?? "none")")
            return "PreSignUp has verified the ID token, and Cognito's code the address"
        }
        try await transcript.step("start, and answer with the ID token") {
            _ = try tokens(try await cognito.answer(identity.token, to: try await providerChallenge(Self.email)))
            return "signed in: ID, access and refresh token of Cognito"
        }
    }

    /// Makes an account, tied to somebody's subject or to nobody's. The provider has nobody prove an address, so Cognito
    /// does.
    func signUp(_ email: String, tiedTo identity: DemoProvider.Identity?) async throws(DemoDifference) {
        let count = try await mailBox.codes(to: email).count
        try await signUpUnconfirmed(email, tiedTo: identity)
        try await cognito.confirmSignUp(email, code: try await mailBox.newCode(to: email, after: count))
    }

    /// Makes an account that nobody has confirmed yet, which nobody can sign in to.
    func signUpUnconfirmed(_ email: String, tiedTo identity: DemoProvider.Identity?) async throws(DemoDifference) {
        let outcome = try await cognito.signUp(email, tiedTo: (identity?.qualifiedSubject, identity?.token))
        try DemoDifference.unless(outcome == .unconfirmed, "an account to be confirmed", found: "\(outcome)")
        let early = try await cognito.answer(identity?.token ?? "none", to: try await providerChallenge(email))
        _ = try refusal(early, "UserNotConfirmedException: User is not confirmed.")
    }

    private func signInAtProvider(_ app: inout DemoProvider) async throws {
        try await transcript.step("next day: passkey prompt, nothing typed") {
            let identity = try await app.signIn()
            let challenge = try await providerChallenge(identity.email)
            _ = try tokens(try await cognito.answer(identity.token, to: challenge))
            return "signed in as \(identity.email)"
        }
        try await transcript.step("sign up once more") {
            "the provider refuses: " + (try await app.refusal(ofIdentifier: Self.email.uppercased()))
        }
    }

    private func addPasskey(_ app: inout DemoProvider) async throws {
        var other = providerApp()
        try await transcript.step("add a passkey, without the scope") {
            let bearer = try await app.accountToken(scope: "read:me:authentication_methods")
            return "the provider refuses: " + (try await app.refusal(ofEnrolmentWith: bearer))
        }
        try await transcript.step("add a passkey of another device") {
            let bearer = try await app.accountToken(scope: DemoProvider.enrolmentScope)
            try await app.enrol(&other.device, bearer)
            return "registered at me/v1/authentication-methods"
        }
        try await transcript.step("sign in with the other device") {
            let identity = try await other.signIn()
            _ = try tokens(try await cognito.answer(identity.token, to: try await providerChallenge(identity.email)))
            return "signed in as \(identity.email)"
        }
    }

    /// The challenge of a round without a nonce: nothing is handed out.
    func providerChallenge(_ username: String) async throws(DemoDifference) -> DemoCognito.Challenge {
        let outcome = try await cognito.start(username)
        guard case .challenge(let challenge) = outcome, challenge["challenge"] == "RESULT_TOKEN" else {
            throw DemoDifference("a challenge", found: outcome.words)
        }
        return challenge
    }
}
