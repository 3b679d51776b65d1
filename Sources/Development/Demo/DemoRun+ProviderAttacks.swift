internal import JSON

/// Attacks on sign-in with ID tokens.
extension DemoRun {
    /// Tries what must not work.
    ///
    /// - Parameter ana: a signed-in user's app, with a passkey.
    func runProviderAttacks(on ana: DemoProvider?) async {
        transcript.heading("Attacks that must fail")
        guard var ana else { return }
        await transcript.scenario("other users' subjects") { try await signUpWithForeignSubjects(&ana) }
        await transcript.scenario("other users' ID tokens") { try await useForeignIDTokens(&ana) }
        await transcript.scenario("a replayed ID token") { try await replayIDToken(&ana) }
        await transcript.scenario("an unknown user") { try await signInAtProviderAsUnknownUser(&ana) }
    }

    /// Cognito's message for every refused sign-up, whatever the reason.
    private static let refusedSignUp =
        "UserLambdaValidationException: PreSignUp failed with error Sign-in is not possible right now."

    private func signUpWithForeignSubjects(_ ana: inout DemoProvider) async throws {
        let subject = try await ana.signIn().qualifiedSubject
        var mallory = providerApp()
        let own = try await mallory.signUp("mallory@example.test")
        let withoutIssuer = String(own.qualifiedSubject.dropFirst(url.count + 2))
        let attempts: [(title: String, tie: DemoCognito.Tie)] = [
            ("sign up with another user's subject", (subject, own.token)),
            ("sign up with a subject but no ID token", (own.qualifiedSubject, nil)),
            ("sign up with a subject without its issuer", (withoutIssuer, own.token)),
        ]
        for (title, tie) in attempts {
            try await transcript.step(title) {
                let outcome = try await cognito.signUp("mallory@example.test", tiedTo: tie)
                try DemoDifference.unless(
                    outcome == .refused(Self.refusedSignUp), Self.refusedSignUp, found: "\(outcome)")
                return "refused by PreSignUp"
            }
        }
        try await transcript.step("change the subject of one's own account") {
            try await signUp("mallory@example.test", tiedTo: own)
            let challenge = try await startWithProvider(own.email)
            let tokens = try tokens(try await cognito.answer(own.token, to: challenge))
            let words = try await cognito.tie(tokens["AccessToken"]?.string ?? "", to: subject)
            try DemoDifference.unless(
                words.hasPrefix("InvalidParameterException"), "InvalidParameterException", found: words)
            return "refused by Cognito: the attribute is immutable"
        }
    }

    private func useForeignIDTokens(_ ana: inout DemoProvider) async throws {
        let identity = try await ana.signIn()
        var eve = providerApp()
        try await transcript.step("answer with another user's ID token") {
            let email = "cy@example.test"
            let own = try await eve.signUp(email)
            try await signUp(email, tiedTo: own)
            _ = try nextRound(try await cognito.answer(identity.token, to: try await startWithProvider(email)))
            return "treated as a wrong answer"
        }
        try await transcript.step("create an account with a victim's address") {
            let email = "eli@example.test"
            var stranger = providerApp()
            try await signUpUnconfirmed(email, tiedTo: try await stranger.signUp(email))
            return "no tokens without Cognito's code from the victim's mailbox"
        }
        try await transcript.step("use an ID token with a victim's address") {
            let email = "di@example.test"
            try await signUp(email, tiedTo: nil)
            var stranger = providerApp()
            let own = try await stranger.signUp(email)
            _ = try nextRound(try await cognito.answer(own.token, to: try await startWithProvider(email)))
            return "treated as a wrong answer: only the subject counts"
        }
    }

    private func replayIDToken(_ ana: inout DemoProvider) async throws {
        let identity = try await ana.signIn()
        try await transcript.step("use an ID token in two new sessions") {
            _ = try tokens(try await cognito.answer(identity.token, to: try await startWithProvider(identity.email)))
            _ = try nextRound(try await cognito.answer(identity.token, to: try await startWithProvider(identity.email)))
            return "accepted in the first, refused in the second: the state table remembers it"
        }
    }

    private func signInAtProviderAsUnknownUser(_ ana: inout DemoProvider) async throws {
        let identity = try await ana.signIn()
        try await transcript.step("sign in as an unknown user") {
            let known = try await startWithProvider(identity.email)
            var challenge = try await startWithProvider("ghost@example.test")
            try DemoDifference.unless(
                known.names == challenge.names, "the parameters \(known.names)", found: "\(challenge.names)")
            for _ in 1...2 { challenge = try nextRound(try await cognito.answer(identity.token, to: challenge)) }
            _ = try refusal(try await cognito.answer(identity.token, to: challenge))
            return "same parameters and refusals as for a known user"
        }
    }
}
