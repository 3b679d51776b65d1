internal import JSON
internal import Sandbox
internal import SoftwarePasskey

/// Signing in with an OpenID provider's native passkeys.
extension DemoRun {
    private static let email = "ana@example.test"

    /// Runs the journey of a user; returns the app, or nil if a step failed.
    func runProviderJourney() async -> DemoProvider? {
        transcript.heading("A user signs up at the provider and signs in")
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
        try await transcript.step("sign up at the provider with a passkey") {
            let identity = try await app.signUp(Self.email)
            found = identity
            return "an ID token for \(identity.qualifiedSubject)"
        }
        guard let identity = found else { return }
        try await transcript.step("sign up in Cognito with that subject") {
            try await signUp(Self.email, tiedTo: identity)
            let value = try await cognito.attributes(of: Self.email)[StackSettings.subjectAttribute]
            try DemoDifference.unless(
                value == identity.qualifiedSubject, "the attribute \(identity.qualifiedSubject)",
                found: "\(value ?? "none")")
            return "PreSignUp verified the ID token; Cognito's code verified the address"
        }
        try await transcript.step("answer the challenge with the ID token") {
            _ = try tokens(try await cognito.answer(identity.token, to: try await startWithProvider(Self.email)))
            return "signed in: Cognito's ID, access and refresh tokens"
        }
    }

    /// Creates a confirmed account, tied to a subject if there is an identity. Cognito's code verifies the address,
    /// because the provider does not verify it.
    func signUp(_ email: String, tiedTo identity: DemoProvider.Identity?) async throws(DemoDifference) {
        let count = try await mailBox.codes(to: email).count
        try await signUpUnconfirmed(email, tiedTo: identity)
        try await cognito.confirmSignUp(email, code: try await mailBox.newCode(to: email, after: count))
    }

    /// Creates an account that is not confirmed yet. Nobody can sign in to it.
    func signUpUnconfirmed(_ email: String, tiedTo identity: DemoProvider.Identity?) async throws(DemoDifference) {
        let outcome = try await cognito.signUp(email, tiedTo: (identity?.qualifiedSubject, identity?.token))
        try DemoDifference.unless(outcome == .unconfirmed, "an unconfirmed account", found: "\(outcome)")
        let early = try await cognito.answer(identity?.token ?? "none", to: try await startWithProvider(email))
        _ = try refusal(early, "UserNotConfirmedException: User is not confirmed.")
    }

    private func signInAtProvider(_ app: inout DemoProvider) async throws {
        try await transcript.step("next day: use the passkey, type nothing") {
            let identity = try await app.signIn()
            let challenge = try await startWithProvider(identity.email)
            _ = try tokens(try await cognito.answer(identity.token, to: challenge))
            return "signed in as \(identity.email)"
        }
        try await transcript.step("sign up at the provider again") {
            "the provider refuses: " + (try await app.refusal(ofIdentifier: Self.email.uppercased()))
        }
    }

    private func addPasskey(_ app: inout DemoProvider) async throws {
        var other = providerApp()
        try await transcript.step("add a passkey without the required scope") {
            let bearer = try await app.accountToken(scope: "read:me:authentication_methods")
            return "the provider refuses: " + (try await app.refusal(ofEnrolmentWith: bearer))
        }
        try await transcript.step("add a passkey on another device") {
            let bearer = try await app.accountToken(scope: DemoProvider.enrolmentScope)
            try await app.enrol(&other.device, bearer)
            return "registered at me/v1/authentication-methods"
        }
        try await transcript.step("sign in on the other device") {
            let identity = try await other.signIn()
            _ = try tokens(try await cognito.answer(identity.token, to: try await startWithProvider(identity.email)))
            return "signed in as \(identity.email)"
        }
    }

    /// Starts a sign-in; returns the challenge. It has no token and no nonce.
    func startWithProvider(_ username: String) async throws(DemoDifference) -> DemoCognito.Challenge {
        let outcome = try await cognito.start(username)
        guard case .challenge(let challenge) = outcome, challenge["challenge"] == "RESULT_TOKEN" else {
            throw DemoDifference("a challenge", found: outcome.words)
        }
        return challenge
    }
}
