internal import JSON

/// What must not work with ID tokens.
extension DemoRun {
    /// The attacks.
    ///
    /// - Parameter ana: a signed-in user's app, with a passkey.
    func providerAttacks(on ana: DemoProvider?) async {
        transcript.heading("Others try what must not work")
        guard var ana else { return }
        await transcript.scenario("foreign subjects") { try await foreignSubjects(&ana) }
        await transcript.scenario("ID tokens of others") { try await foreignIDTokens(&ana) }
        await transcript.scenario("an ID token again") { try await replayedIDToken(&ana) }
        await transcript.scenario("an unknown user") { try await unknownUserOfProvider(&ana) }
    }

    /// What a refused sign-up says, whatever the reason.
    private static let refusedSignUp =
        "UserLambdaValidationException: PreSignUp failed with error Sign-in is not possible right now."

    private func foreignSubjects(_ ana: inout DemoProvider) async throws {
        let subject = try await ana.signIn().qualifiedSubject
        var mallory = providerApp()
        let own = try await mallory.signUp("mallory@example.test")
        let attempts: [(title: String, tie: DemoCognito.Tie)] = [
            ("sign up, tied to another's subject", (subject, own.token)),
            ("sign up, tied without an ID token", (own.qualifiedSubject, nil)),
            ("sign up, tied to a subject alone", (String(own.qualifiedSubject.dropFirst(url.count + 2)), own.token)),
        ]
        for (title, tie) in attempts {
            try await transcript.step(title) {
                let outcome = try await cognito.signUp("mallory@example.test", tiedTo: tie)
                try DemoDifference.unless(
                    outcome == .refused(Self.refusedSignUp), Self.refusedSignUp, found: "\(outcome)")
                return "PreSignUp refuses"
            }
        }
        try await transcript.step("change the subject of an own account") {
            try await signUp("mallory@example.test", tiedTo: own)
            let challenge = try await providerChallenge(own.email)
            let tokens = try tokens(try await cognito.answer(own.token, to: challenge))
            let words = try await cognito.tie(tokens["AccessToken"]?.string ?? "", to: subject)
            try DemoDifference.unless(
                words.hasPrefix("InvalidParameterException"), "InvalidParameterException", found: words)
            return "Cognito refuses: the attribute is immutable"
        }
    }

    private func foreignIDTokens(_ ana: inout DemoProvider) async throws {
        let identity = try await ana.signIn()
        var eve = providerApp()
        try await transcript.step("another user's ID token") {
            let email = "cy@example.test"
            let own = try await eve.signUp(email)
            try await signUp(email, tiedTo: own)
            _ = try nextRound(try await cognito.answer(identity.token, to: try await providerChallenge(email)))
            return "a wrong answer like any other"
        }
        try await transcript.step("an account with the victim's address") {
            let email = "eli@example.test"
            var stranger = providerApp()
            try await signUpUnconfirmed(email, tiedTo: try await stranger.signUp(email))
            return "no tokens for it before Cognito's code from the victim's mail box"
        }
        try await transcript.step("an ID token with the victim's address") {
            let email = "di@example.test"
            try await signUp(email, tiedTo: nil)
            var stranger = providerApp()
            let own = try await stranger.signUp(email)
            _ = try nextRound(try await cognito.answer(own.token, to: try await providerChallenge(email)))
            return "a wrong answer: the address says nothing"
        }
    }

    private func replayedIDToken(_ ana: inout DemoProvider) async throws {
        let identity = try await ana.signIn()
        try await transcript.step("an ID token in two new sessions") {
            _ = try tokens(try await cognito.answer(identity.token, to: try await providerChallenge(identity.email)))
            _ = try nextRound(try await cognito.answer(identity.token, to: try await providerChallenge(identity.email)))
            return "a wrong answer the second time: the table remembers it"
        }
    }

    private func unknownUserOfProvider(_ ana: inout DemoProvider) async throws {
        let identity = try await ana.signIn()
        try await transcript.step("an unknown user") {
            let known = try await providerChallenge(identity.email)
            var challenge = try await providerChallenge("ghost@example.test")
            try DemoDifference.unless(
                known.names == challenge.names, "the parameters \(known.names)", found: "\(challenge.names)")
            for _ in 1...2 { challenge = try nextRound(try await cognito.answer(identity.token, to: challenge)) }
            _ = try refusal(try await cognito.answer(identity.token, to: challenge))
            return "same parameters, and wrong answers like any other"
        }
    }
}
