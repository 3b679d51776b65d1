internal import Sandbox

/// The flow `EMAIL_OTP`, in which the functions themselves send a code with each challenge.
extension DemoRun {
    /// Does what a user does.
    func runCodeJourney() async {
        transcript.heading("A user signs up and signs in")
        await transcript.scenario("the journey") {
            let email = "ana@example.test"
            try await transcript.step("sign up") {
                _ = try await cognito.signUp(email)
                let mark = try await cognito.attributes(of: email)["email_verified"] ?? "false"
                try DemoDifference.unless(mark == "false", "an unverified address", found: "email_verified \(mark)")
                return "\(email): account confirmed, address not verified yet"
            }
            var sent: SentCode?
            try await transcript.step("start a sign-in without SRP") {
                let found = try await startAndReadCode(for: email)
                sent = found
                let destination = found.challenge["CODE_DELIVERY_DESTINATION"] ?? "nowhere"
                try DemoDifference.unless(destination == "a***@e***", "the address masked", found: destination)
                return "challenge \(Self.codeMethod) for \(destination); \(found.code) is in the mailbox of \(email)"
            }
            guard let sent else { return }
            try await transcript.step("answer the challenge with the code") {
                _ = try tokens(try await cognito.answer(sent.code, to: sent.challenge))
                return "signed in: ID, access and refresh tokens"
            }
            try await checkVerifiedAddress(email)
            try await transcript.step("sign out and sign in again") {
                let next = try await startAndReadCode(for: email)
                _ = try tokens(try await cognito.answer(next.code, to: next.challenge))
                return "signed in with a new code: \(next.code)"
            }
        }
        await transcript.scenario("a mistyped code") {
            try await transcript.step("mistype the code, then type it correctly") {
                let sent = try await signUpAndReceiveCode("bo@example.test")
                let next = try nextRound(try await cognito.answer(Self.other(sent.code), to: sent.challenge))
                let count = try await mailBox.codes(to: "bo@example.test").count
                try DemoDifference.unless(count == 1, "no second mail", found: "\(count) mails")
                _ = try tokens(try await cognito.answer(sent.code, to: next))
                return "signed in: the code in the mailbox is still valid"
            }
        }
    }

    /// Tries what must not work.
    func runCodeAttacks() async {
        transcript.heading("Attacks that must fail")
        await transcript.scenario("wrong codes") { try await sendWrongCodes() }
        await transcript.scenario("guesses") { try await guessInAnotherSession() }
        await transcript.scenario("a used code") { try await reuseCode() }
        await transcript.scenario("another user's code") { try await useCodeOfAnotherUser() }
        await transcript.scenario("SRP") { try await startWithSRP() }
        await transcript.scenario("an unknown user") { try await signInWithCodeAsUnknownUser() }
        await transcript.scenario("no state table") { try await signInWithCodeWithoutTable() }
    }

    /// Asks for more codes than one user gets at once: with one guess for each code, every wrong answer brings another
    /// one.
    func exceedCodeLimit() async {
        await transcript.scenario("too many codes") {
            try await transcript.step("ask for too many codes") {
                let email = "hal@example.test"
                var challenge = try await signUpAndReceiveCode(email).challenge
                let names = challenge.names
                for number in 2...6 {
                    let right = try await mailBox.codes(to: email).last { $0.count == 6 } ?? ""
                    let outcome = try await cognito.answer(Self.other(right), to: challenge)
                    if number == 4 {
                        _ = try refusal(outcome)
                        challenge = try nextRound(try await cognito.start(email))
                    } else {
                        challenge = try nextRound(outcome)
                    }
                    try DemoDifference.unless(
                        challenge.names == names, "the parameters \(names)", found: "\(challenge.names)")
                }
                let codes = try await mailBox.codes(to: email)
                let lengths = codes.map(\.count)
                try DemoDifference.unless(
                    lengths == [6, 6, 6, 6, 19], "four codes of six digits and a long one", found: "\(lengths)")
                _ = try tokens(try await cognito.answer(codes[4], to: challenge))
                return "the fifth mail brings a long code, the sixth challenge none; the long code answers it"
            }
        }
    }

    private func checkVerifiedAddress(_ email: String) async throws {
        try await transcript.step("look at the account in Cognito") {
            let mark = try await cognito.attributes(of: email)["email_verified"] ?? "absent"
            try DemoDifference.unless(mark == "true", "email_verified true", found: "email_verified \(mark)")
            return "the email address is marked as verified"
        }
    }

    private func sendWrongCodes() async throws {
        try await transcript.step("send a wrong code three times") {
            var sent = try await signUpAndReceiveCode("cy@example.test")
            for _ in 1...2 {
                sent.challenge = try nextRound(try await cognito.answer(Self.other(sent.code), to: sent.challenge))
            }
            _ = try refusal(try await cognito.answer(Self.other(sent.code), to: sent.challenge))
            return "Cognito ends the sign-in"
        }
    }

    private func guessInAnotherSession() async throws {
        let email = "di@example.test"
        try await transcript.step("send wrong codes in a stranger's sign-in, then the owner's code") {
            let own = try await signUpAndReceiveCode(email)
            var challenge = try nextRound(try await cognito.start(email))
            let wrong = Self.other(thanAll: try await mailBox.codes(to: email))
            for guess in 1...3 {
                let outcome = try await cognito.answer(wrong, to: challenge)
                if guess < 3 { challenge = try nextRound(outcome) } else { _ = try refusal(outcome) }
            }
            _ = try tokens(try await cognito.answer(own.code, to: own.challenge))
            return "signed in: wrong codes count only in the sign-in in which they are typed"
        }
    }

    private func reuseCode() async throws {
        try await transcript.step("use a used code in another session") {
            let email = "ed@example.test"
            let sent = try await signUpAndReceiveCode(email)
            let other = try await startAndReadCode(for: email)
            _ = try tokens(try await cognito.answer(sent.code, to: sent.challenge))
            _ = try refusal(try await cognito.answer(sent.code, to: sent.challenge), Self.spentSession)
            // Once in a million runs, two codes have the same digits.
            if other.code != sent.code { _ = try nextRound(try await cognito.answer(sent.code, to: other.challenge)) }
            let later = try await startAndReadCode(for: email)
            if later.code != sent.code { _ = try nextRound(try await cognito.answer(sent.code, to: later.challenge)) }
            return "treated as a wrong answer in earlier and later sessions: a code works once"
        }
    }

    private func useCodeOfAnotherUser() async throws {
        try await transcript.step("answer with another user's code") {
            let own = try await signUpAndReceiveCode("mallory@example.test")
            let other = try await signUpAndReceiveCode("flo@example.test")
            // Once in a million runs, both codes have the same digits.
            if own.code != other.code {
                _ = try nextRound(try await cognito.answer(own.code, to: other.challenge))
            }
            return "treated as a wrong answer"
        }
    }

    private func signInWithCodeAsUnknownUser() async throws {
        let ghost = "ghost@example.test"
        try await transcript.step("sign in as an unknown user") {
            let known = try await signUpAndReceiveCode("gil@example.test").challenge
            var unknown = try nextRound(try await cognito.start(ghost))
            try DemoDifference.unless(
                known.names == unknown.names && unknown["CODE_DELIVERY_DESTINATION"] == "g***@e***",
                "the parameters \(known.names)", found: "\(unknown.names)")
            for _ in 1...2 { unknown = try nextRound(try await cognito.answer("123456", to: unknown)) }
            _ = try refusal(try await cognito.answer("123456", to: unknown))
            let count = try await mailBox.codes(to: ghost).count
            try DemoDifference.unless(count == 0, "no mail to \(ghost)", found: "\(count)")
            return "same parameters and refusals as for a known user; no mail is sent"
        }
    }

    private func signInWithCodeWithoutTable() async throws {
        try await transcript.step("no state table, OTP_WITHOUT_LIMITS=true") {
            try await switchStateTable(.off)
            let sent = try await signUpAndReceiveCode("ida@example.test")
            try DemoDifference.unless(
                sent.code.count == 8, "a code of eight digits", found: "\(sent.code.count) digits")
            _ = try tokens(try await cognito.answer(sent.code, to: sent.challenge))
            try await switchStateTable(.on)
            return "an eight-digit code, because guesses are not counted"
        }
    }
}
