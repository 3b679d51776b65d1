internal import Sandbox

/// Flows that begin with the password, proven by SRP as apps prove it.
extension DemoRun {
    private static let email = "ana@example.test"
    private static let wrong = "Long enough, but 1 wrong."

    /// What a person does.
    func passwordJourney() async {
        transcript.heading("A person signs up and in")
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
                return "\(Self.email) is confirmed, the password is a strong one"
            }
            if flow.sendsCodes { try await passwordThenCode() } else { try await passwordThenToken() }
        }
    }

    /// What must not work.
    func passwordAttacks() async {
        transcript.heading("Others try what must not work")
        await transcript.scenario("a wrong password") { try await wrongPassword() }
        await transcript.scenario("no password") { try await noPassword() }
        await transcript.scenario("the password alone") { try await passwordAlone() }
        await transcript.scenario("an unknown user") { try await unknownUserWithPassword() }
        await transcript.scenario("a new password") { try await newPassword() }
    }

    private func passwordThenCode() async throws {
        var sent: SentCode?
        try await transcript.step("start with SRP and the password") {
            let outcome = try await cognito.start(Self.email, password: DemoCognito.password)
            let found = try await code(of: outcome, for: Self.email, after: 0)
            sent = found
            return "the password is right; \(found.code) is in the mail box of \(Self.email)"
        }
        guard let sent else { return }
        try await transcript.step("answer the challenge with the code") {
            _ = try tokens(try await cognito.answer(sent.code, to: sent.challenge))
            let mark = try await cognito.attributes(of: Self.email)["email_verified"] ?? "absent"
            try DemoDifference.unless(mark == "true", "email_verified true", found: "email_verified \(mark)")
            return "signed in, and Cognito has the address as verified"
        }
    }

    private func passwordThenToken() async throws {
        var app = app()
        var proven: DemoCognito.Challenge?
        try await transcript.step("start with SRP and the password") {
            let challenge = try await provenPassword(Self.email)
            proven = challenge
            return "the password is right: challenge \(challenge["challenge"] ?? "?")"
        }
        guard let challenge = proven else { return }
        try await transcript.step("prove the address by code") {
            let token = try await proveByCode(Self.email, for: challenge, &app)
            _ = try tokens(try await cognito.answer(token, to: challenge))
            return "signed in"
        }
        try await transcript.step("create a passkey") {
            try await app.createPasskey(username: Self.email)
            return "registered for \(Self.email)"
        }
        try await transcript.step("next day: the password, then the passkey") {
            let challenge = try await provenPassword(Self.email)
            let proof = try await proof(&app)
            _ = try tokens(try await cognito.answer(proof.token, to: challenge))
            return "signed in"
        }
        try await transcript.step("the passkey without the password") {
            _ = try await proof(&app)
            _ = try refusal(try await cognito.start(Self.email))
            return "refused before any challenge"
        }
    }

    private func wrongPassword() async throws {
        try await transcript.step("a wrong password") {
            let count = try await mailBox.codes(to: Self.email).count
            _ = try refusal(try await cognito.start(Self.email, password: Self.wrong))
            let mails = try await mailBox.codes(to: Self.email).count - count
            try DemoDifference.unless(mails == 0, "no mail", found: "\(mails)")
            return "refused; no second step begins, no mail is sent"
        }
    }

    func noPassword() async throws {
        try await transcript.step("a start without SRP") {
            _ = try refusal(try await cognito.start(Self.email))
            return "refused before any challenge"
        }
    }

    private func passwordAlone() async throws {
        try await transcript.step("the password, and three wrong answers") {
            let email = "bo@example.test"
            _ = try await cognito.signUp(email)
            var challenge = try await provenPassword(email)
            let wrong = try await mailBox.codes(to: email).last.map(Self.other) ?? "000000"
            for _ in 1...2 { challenge = try nextRound(try await cognito.answer(wrong, to: challenge)) }
            _ = try refusal(try await cognito.answer(wrong, to: challenge))
            return "Cognito ends the sign-in: a password alone signs nobody in"
        }
    }

    private func unknownUserWithPassword() async throws {
        try await transcript.step("an unknown user") {
            let password = try DemoPassword(DemoCognito.password, userPoolID: cognito.userPoolID)
            var names: [[String]] = []
            for email in [Self.email, "ghost@example.test"] {
                let start = try await cognito.start(
                    email, ["CHALLENGE_NAME": "SRP_A", "SRP_A": password.publicValue])
                names.append(try nextRound(start).names)
            }
            try DemoDifference.unless(names[0] == names[1], "the parameters \(names[0])", found: "\(names[1])")
            _ = try refusal(try await cognito.start("ghost@example.test", password: DemoCognito.password))
            return "the same parameters, and refused as a wrong password is"
        }
    }

    private func newPassword() async throws {
        let email = "cy@example.test"
        try await transcript.step("a password that must be changed") {
            try await cognito.create(email, temporaryPassword: DemoCognito.password)
            let challenge = try nextRound(try await cognito.start(email, password: DemoCognito.password))
            try DemoDifference.unless(
                challenge.name == "NEW_PASSWORD_REQUIRED", "NEW_PASSWORD_REQUIRED", found: challenge.name)
            let outcome = try await cognito.respond(to: challenge, ["NEW_PASSWORD": Self.wrong])
            _ = try refusal(outcome, Self.guarded)
            return "no tokens for the new one: PreTokenGeneration refuses them"
        }
    }

    /// A sign-in whose password has been proven.
    private func provenPassword(_ email: String) async throws(DemoDifference) -> DemoCognito.Challenge {
        let challenge = try nextRound(try await cognito.start(email, password: DemoCognito.password))
        try DemoDifference.unless(
            challenge.name == "CUSTOM_CHALLENGE", "CUSTOM_CHALLENGE", found: challenge.name)
        return challenge
    }

    /// What Cognito says where a trigger refuses tokens.
    private static let guarded =
        "UserLambdaValidationException: PreTokenGeneration failed with error "
        + "Sign-in is not possible right now."
}
