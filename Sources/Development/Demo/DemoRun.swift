internal import Sandbox
internal import SoftwarePasskey

/// The story against one running sandbox: one user's sign-in from the first day on, and a thief's.
struct DemoRun: Sendable {
    private let url: String
    private let tenantID: String
    private let http: DemoHTTP
    private let cognito: DemoCognito
    private let mailBox: DemoMailBox
    private let decisions: DemoDecisions
    private let transcript: DemoTranscript

    private static let email = "ana@example.test"
    /// The action that a proof must carry.
    private static let action = "cognitoAuth"

    init(url: String, _ settings: StackSettings, _ transcript: DemoTranscript) {
        self.url = url
        self.transcript = transcript
        tenantID = settings.tenantID
        // The IP address, because not every system resolves the name. Only passkeys need the name.
        http = DemoHTTP(base: url.replacing("localhost", with: "127.0.0.1"))
        cognito = DemoCognito(http: http, clientID: StackSettings.clientID)
        mailBox = DemoMailBox(http: http)
        decisions = DemoDecisions(http: http)
    }

    /// Tells the story. Each line ends with what the triggers decided.
    func tellStory() async {
        await transcript.story {
            var app = app()
            try await signInByCode(&app)
            let passkey = try await signInByPasskey(&app)
            try await tryToStealSignIn(passkey)
        }
    }

    private func signInByCode(_ app: inout DemoAuthsignal) async throws {
        try await transcript.step("Ana signs up with her address") {
            try await cognito.signUp(Self.email)
            return try await decisions.require("PreSignUp: confirm")
        }
        var started: DemoCognito.Challenge?
        try await transcript.step("her app starts a sign-in") {
            started = try await cognito.challenge(for: Self.email)
            return try await decisions.require("Define: challenge", "Create: round 1, open")
        }
        guard let challenge = started else { return }
        var (code, token) = ("", "")
        try await transcript.step("it asks for a code, with the challenge") {
            code = try await sendCode(to: Self.email, for: challenge, &app)
            return "the authenticator mails \(code) to \(Self.email)"
        }
        try await transcript.step("Ana types the code") {
            token = try await app.verifyEmail(code: code)
            return "the authenticator gives the app a result token"
        }
        try await transcript.step("the app answers the challenge with it") {
            try await cognito.signIn(token, to: challenge)
            return try await decisions.require("Verify: right", "Define: issue tokens") + ". Ana is in"
        }
    }

    private func signInByPasskey(_ app: inout DemoAuthsignal) async throws -> DemoAuthsignal.Passkey {
        try await transcript.step("Ana creates a passkey") {
            try await app.createPasskey(username: Self.email)
            return "her device keeps the private key"
        }
        var passkey = DemoAuthsignal.Passkey(answer: "", userID: "")
        try await transcript.step("next day: the passkey, and nothing to type") {
            passkey = try await app.signIn(action: Self.action)
            return "it signs, and says whose it is"
        }
        try await transcript.step("the app answers a new sign-in with it") {
            try await cognito.signIn(passkey.answer, to: try await startAnother(passkey.userID))
            return try await decisions.require("Verify: right", "Define: issue tokens") + ". Ana is in"
        }
        return passkey
    }

    private func tryToStealSignIn(_ passkey: DemoAuthsignal.Passkey) async throws {
        try await transcript.step("a thief has copied that answer and sends it") {
            try await cognito.fail(passkey.answer, to: try await startAnother(passkey.userID))
            return try await requireRefusal() + ". An answer works once"
        }
        let own = try await signUpThief()
        try await transcript.step("the thief sends a new token, but his own") {
            try await cognito.fail(own, to: try await startAnother(passkey.userID))
            return try await requireRefusal() + ". It is another user's"
        }
    }

    /// Signs up a thief, who signs in with a code; returns his result token.
    private func signUpThief() async throws(DemoDifference) -> String {
        let email = "mallory@example.test"
        try await cognito.signUp(email)
        var app = app()
        let challenge = try await cognito.challenge(for: email)
        let token = try await app.verifyEmail(code: try await sendCode(to: email, for: challenge, &app))
        try await cognito.signIn(token, to: challenge)
        return token
    }

    /// An app on a device of its own.
    private func app() -> DemoAuthsignal {
        DemoAuthsignal(http: http, tenantID: tenantID, device: SoftwareAuthenticator(origin: url))
    }

    /// Starts a sign-in whose first decisions have been shown before.
    private func startAnother(_ username: String) async throws(DemoDifference) -> DemoCognito.Challenge {
        let challenge = try await cognito.challenge(for: username)
        _ = try await decisions.latest()
        return challenge
    }

    /// The last answer was wrong, and Cognito asks again.
    private func requireRefusal() async throws(DemoDifference) -> String {
        _ = try await decisions.require("Verify: wrong", "Define: challenge", "Create: round 2, open")
        return "Verify: wrong"
    }

    /// Asks the authenticator to send a code; returns the code.
    private func sendCode(
        to email: String, for challenge: DemoCognito.Challenge, _ app: inout DemoAuthsignal
    ) async throws(DemoDifference) -> String {
        app.setToken(challenge.token)
        try await app.enrolEmail(email)
        return try await mailBox.code(to: email)
    }
}
