internal import Sandbox

/// Flows that start with the password, which the app proves by SRP.
extension DemoRun {
    private static let email = "ana@example.test"
    private static let wrong = "Long enough, but 1 wrong."

    /// Does what a user does.
    func runPasswordJourney() async {
        transcript.heading("A user signs up and signs in")
        await transcript.scenario("the journey") {
            try await transcript.step("sign up with a weak password") {
                let answer = try await cognito.signUp(Self.email, password: "correct horse battery")
                let words = DemoCognito.words(answer)
                try DemoDifference.unless(
                    words.hasPrefix("InvalidPasswordException"), "InvalidPasswordException", found: words)
                return words
            }
            try await transcript.step("sign up") {
                _ = try await cognito.signUp(Self.email)
                return "\(Self.email): account confirmed, the password is strong enough"
            }
            if flow.sendsCodes {
                try await signInWithPasswordThenCode()
            } else {
                try await signInWithPasswordThenToken()
            }
        }
    }

    /// Tries what must not work.
    func runPasswordAttacks() async {
        transcript.heading("Attacks that must fail")
        await transcript.scenario("a wrong password") { try await startWithWrongPassword() }
        await transcript.scenario("no password") { try await startWithoutPassword() }
        await transcript.scenario("only the password") { try await useOnlyPassword() }
        await transcript.scenario("an unknown user") { try await signInWithPasswordAsUnknownUser() }
        await transcript.scenario("a new password") { try await changeTemporaryPassword() }
    }

    private func signInWithPasswordThenCode() async throws {
        var sent: SentCode?
        try await transcript.step("start with SRP and the password") {
            let outcome = try await cognito.start(Self.email, password: DemoCognito.password)
            let found = try await readCode(of: outcome, for: Self.email, after: 0)
            sent = found
            return "password correct; \(found.code) is in the mailbox of \(Self.email)"
        }
        guard let sent else { return }
        try await transcript.step("answer the challenge with the code") {
            _ = try tokens(try await cognito.answer(sent.code, to: sent.challenge))
            let mark = try await cognito.attributes(of: Self.email)["email_verified"] ?? "absent"
            try DemoDifference.unless(mark == "true", "email_verified true", found: "email_verified \(mark)")
            return "signed in; the email address is marked as verified"
        }
    }

    private func signInWithPasswordThenToken() async throws {
        var app = app()
        var proven: DemoCognito.Challenge?
        try await transcript.step("start with SRP and the password") {
            let challenge = try await provePassword(Self.email)
            proven = challenge
            return "password correct; challenge \(challenge["challenge"] ?? "?")"
        }
        guard let challenge = proven else { return }
        try await transcript.step("prove the address with a code") {
            let token = try await proveByCode(Self.email, for: challenge, &app)
            _ = try tokens(try await cognito.answer(token, to: challenge))
            return "signed in"
        }
        try await transcript.step("create a passkey") {
            try await app.createPasskey(username: Self.email)
            return "registered for \(Self.email)"
        }
        try await transcript.step("next day: the password, then the passkey") {
            let challenge = try await provePassword(Self.email)
            let proof = try await usePasskey(of: &app)
            _ = try tokens(try await cognito.answer(proof.token, to: challenge))
            return "signed in"
        }
        try await transcript.step("use the passkey without the password") {
            _ = try await usePasskey(of: &app)
            _ = try refusal(try await cognito.start(Self.email))
            return "refused before any challenge"
        }
    }

    private func startWithWrongPassword() async throws {
        try await transcript.step("start with a wrong password") {
            let count = try await mailBox.codes(to: Self.email).count
            _ = try refusal(try await cognito.start(Self.email, password: Self.wrong))
            let mails = try await mailBox.codes(to: Self.email).count - count
            try DemoDifference.unless(mails == 0, "no mail", found: "\(mails)")
            return "refused: no second step begins and no mail is sent"
        }
    }

    func startWithoutPassword() async throws {
        try await transcript.step("start a sign-in without SRP") {
            _ = try refusal(try await cognito.start(Self.email))
            return "refused before any challenge"
        }
    }

    private func useOnlyPassword() async throws {
        try await transcript.step("the right password, then 3 wrong answers") {
            let email = "bo@example.test"
            _ = try await cognito.signUp(email)
            var challenge = try await provePassword(email)
            let wrong = try await mailBox.codes(to: email).last.map(Self.other) ?? "000000"
            for _ in 1...2 { challenge = try nextRound(try await cognito.answer(wrong, to: challenge)) }
            _ = try refusal(try await cognito.answer(wrong, to: challenge))
            return "Cognito ends the sign-in: the password alone is not enough"
        }
    }

    private func signInWithPasswordAsUnknownUser() async throws {
        try await transcript.step("sign in as an unknown user") {
            let password = try DemoPassword(DemoCognito.password, userPoolID: cognito.userPoolID)
            var names: [[String]] = []
            for email in [Self.email, "ghost@example.test"] {
                let start = try await cognito.start(
                    email, ["CHALLENGE_NAME": "SRP_A", "SRP_A": password.publicValue])
                names.append(try nextRound(start).names)
            }
            try DemoDifference.unless(names[0] == names[1], "the parameters \(names[0])", found: "\(names[1])")
            _ = try refusal(try await cognito.start("ghost@example.test", password: DemoCognito.password))
            return "same parameters, and the same refusal as for a wrong password"
        }
    }

    private func changeTemporaryPassword() async throws {
        let email = "cy@example.test"
        try await transcript.step("change a temporary password") {
            try await cognito.create(email, temporaryPassword: DemoCognito.password)
            let challenge = try nextRound(try await cognito.start(email, password: DemoCognito.password))
            try DemoDifference.unless(
                challenge.name == "NEW_PASSWORD_REQUIRED", "NEW_PASSWORD_REQUIRED", found: challenge.name)
            let outcome = try await cognito.respond(to: challenge, ["NEW_PASSWORD": Self.wrong])
            _ = try refusal(outcome, Self.guarded)
            return "no tokens for the new password: PreTokenGeneration refuses them"
        }
    }

    /// Starts a sign-in and proves the password; returns the next challenge.
    private func provePassword(_ email: String) async throws(DemoDifference) -> DemoCognito.Challenge {
        let challenge = try nextRound(try await cognito.start(email, password: DemoCognito.password))
        try DemoDifference.unless(
            challenge.name == "CUSTOM_CHALLENGE", "CUSTOM_CHALLENGE", found: challenge.name)
        return challenge
    }

    /// Cognito's message when a trigger refuses tokens.
    private static let guarded =
        "UserLambdaValidationException: PreTokenGeneration failed with error "
        + "Sign-in is not possible right now."
}
