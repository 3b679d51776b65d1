internal import JSON
internal import LocalCognito
internal import Sandbox
internal import SoftwarePasskey

/// The demo against one running sandbox: the clients that take part, and the steps that they share.
struct DemoRun: Sendable {
    let mode: StackSettings.TokenMode
    let flow: StackSettings.Flow
    let url: String
    let http: DemoHTTP
    let cognito: DemoCognito
    let mailBox: DemoMailBox
    let transcript: DemoTranscript

    /// The action that a proof must carry.
    static let action = "cognitoAuth"

    init(url: String, _ settings: StackSettings, _ transcript: DemoTranscript) {
        mode = settings.tokenMode
        flow = settings.flow
        self.url = url
        self.transcript = transcript
        // The IP address, because not every system resolves the name. Only passkeys need the name.
        http = DemoHTTP(base: url.replacing("localhost", with: "127.0.0.1"))
        cognito = DemoCognito(
            http: http, clientID: StackSettings.clientID, userPoolID: settings.pool.id)
        mailBox = DemoMailBox(http: http)
        tenantID = settings.tenantID
    }

    private let tenantID: String

    /// An app on a device of its own.
    func app(_ client: SoftwareAuthenticator.Client = .browser) -> DemoAuthsignal {
        DemoAuthsignal(http: http, tenantID: tenantID, device: SoftwareAuthenticator(origin: url, client: client))
    }

    /// Proves an address for a challenge as the README's app does; returns the result token.
    ///
    /// - Parameter alwaysEnrols: whether the app calls `email.enroll` without asking whether the user is enrolled.
    func proveByCode(
        _ email: String, for challenge: DemoCognito.Challenge, _ app: inout DemoAuthsignal, alwaysEnrols: Bool = false
    ) async throws(DemoDifference) -> String {
        let code = try await sendCode(to: email, for: challenge, &app, alwaysEnrols: alwaysEnrols)
        guard let token = try await app.verifyEmail(code: code) else {
            throw DemoDifference("a result token for the right code", found: "none")
        }
        return token
    }

    /// Asks the authenticator to send a code; returns the code.
    func sendCode(
        to email: String, for challenge: DemoCognito.Challenge, _ app: inout DemoAuthsignal, alwaysEnrols: Bool = false
    ) async throws(DemoDifference) -> String {
        app.setToken(challenge.token)
        let count = try await mailBox.codes(to: email).count
        if challenge.isEnrolled && !alwaysEnrols {
            try await app.challengeEmail()
        } else {
            try await app.enrolEmail(email)
        }
        return try await mailBox.newCode(to: email, after: count)
    }

    /// Signs up a new user and signs in with a code. Returns the app, the result token and the challenge it answered.
    func signUpAndSignIn(
        _ email: String
    ) async throws(DemoDifference) -> (app: DemoAuthsignal, token: String, challenge: DemoCognito.Challenge) {
        _ = try await cognito.signUp(email)
        var app = app()
        let challenge = try await cognito.challenge(for: email)
        let token = try await proveByCode(email, for: challenge, &app)
        _ = try tokens(try await cognito.answer(token, to: challenge))
        return (app, token, challenge)
    }

    /// Restarts the functions with a state table or without one.
    func switchStateTable(_ stateTable: StackSettings.StateTable) async throws(DemoDifference) {
        let body = JSONWriter.object { $0.member("stateTable", stateTable.rawValue) }
        let answer = try await http.send("PUT", "/sandbox/settings", body)
        try DemoDifference.unless(answer.status == 200, "the new setting", found: "status \(answer.status)")
    }

    /// The tokens of an outcome that must have tokens.
    func tokens(_ outcome: DemoCognito.Outcome) throws(DemoDifference) -> JSONValue {
        guard case .tokens(let tokens) = outcome else { throw DemoDifference("tokens", found: outcome.words) }
        return tokens
    }

    /// Uses a passkey; returns the proof, which must not be missing.
    func usePasskey(of app: inout DemoAuthsignal) async throws(DemoDifference) -> DemoAuthsignal.PasskeySignIn {
        guard let proof = try await app.signIn(action: Self.action) else {
            throw DemoDifference("a passkey to sign in with", found: "none")
        }
        return proof
    }

    /// The challenge of an outcome that must be one. Cognito does not report a wrong answer as an error.
    func nextRound(_ outcome: DemoCognito.Outcome) throws(DemoDifference) -> DemoCognito.Challenge {
        guard case .challenge(let challenge) = outcome else {
            throw DemoDifference("another challenge", found: outcome.words)
        }
        return challenge
    }

    /// The error of an outcome that must be the expected refusal.
    func refusal(_ outcome: DemoCognito.Outcome, _ expected: String = incorrect) throws(DemoDifference) -> String {
        guard case .refused(let error) = outcome, error == expected else {
            throw DemoDifference(expected, found: outcome.words)
        }
        return error
    }

    /// Cognito's message for every failed sign-in, whatever the reason.
    static let incorrect = "NotAuthorizedException: Incorrect username or password."
    /// Cognito's message for a second answer to the same challenge.
    static let spentSession =
        "NotAuthorizedException: Invalid session for the user, session can only be used once."
}
