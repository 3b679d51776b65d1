internal import Sandbox

/// `EMAIL_OTP`: the functions themselves send a code with each challenge.
extension DemoRun {
    /// What a person does.
    func codeJourney() async {
        transcript.heading("A person signs up and in")
        await transcript.scenario("the journey") {
            let email = "ana@example.test"
            try await transcript.step("sign up") {
                _ = try await cognito.signUp(email)
                let mark = try await cognito.attributes(of: email)["email_verified"] ?? "false"
                try DemoDifference.unless(mark == "false", "an address not proven yet", found: mark)
                return "\(email) is confirmed, the address not proven yet"
            }
            var sent: SentCode?
            try await transcript.step("start to sign in, without SRP") {
                let found = try await code(for: email)
                sent = found
                let destination = found.challenge["CODE_DELIVERY_DESTINATION"] ?? "nowhere"
                try DemoDifference.unless(destination == "a***@e***", "the address masked", found: destination)
                return "challenge \(Self.codeMethod) for \(destination); \(found.code) is in the mail box of \(email)"
            }
            guard let sent else { return }
            try await transcript.step("answer the challenge with the code") {
                _ = try tokens(try await cognito.answer(sent.code, to: sent.challenge))
                return "signed in: ID, access and refresh token"
            }
            try await verifiedByCode(email)
            try await transcript.step("sign out, and in again") {
                let next = try await code(for: email)
                _ = try tokens(try await cognito.answer(next.code, to: next.challenge))
                return "signed in, with another code: \(next.code)"
            }
        }
        await transcript.scenario("a slip") {
            try await transcript.step("a slip of the finger, then the right code") {
                let sent = try await newUserWithCode("bo@example.test")
                let next = try nextRound(try await cognito.answer(Self.other(sent.code), to: sent.challenge))
                let count = try await mailBox.codes(to: "bo@example.test").count
                try DemoDifference.unless(count == 1, "no second mail", found: "\(count) mails")
                _ = try tokens(try await cognito.answer(sent.code, to: next))
                return "signed in: the mail that is there goes on counting"
            }
        }
    }

    /// What must not work.
    func codeAttacks() async {
        transcript.heading("Others try what must not work")
        await transcript.scenario("wrong codes") { try await wrongAnswersToCode() }
        await transcript.scenario("guesses") { try await guessesAcrossSessions() }
        await transcript.scenario("a used code") { try await usedCode() }
        await transcript.scenario("another's code") { try await codeOfAnother() }
        await transcript.scenario("SRP") { try await srpStart() }
        await transcript.scenario("an unknown user") { try await codeForUnknownUser() }
        await transcript.scenario("no table") { try await codeWithoutTable() }
    }

    /// What is sent to one user within an hour.
    func codeLimits() async {
        await transcript.scenario("too many codes") {
            try await transcript.step("too many codes") {
                let email = "hal@example.test"
                var sent = try await newUserWithCode(email)
                for _ in 1...2 {
                    let names = sent.challenge.names
                    sent.challenge = try nextRound(try await cognito.answer(Self.other(sent.code), to: sent.challenge))
                    try DemoDifference.unless(
                        sent.challenge.names == names, "the parameters \(names)", found: "\(sent.challenge.names)")
                }
                let codes = try await mailBox.codes(to: email)
                try DemoDifference.unless(Set(codes).count == 2, "two codes", found: "\(codes.count)")
                _ = try refusal(try await cognito.answer(codes[1], to: sent.challenge))
                return "two are sent; the third challenge looks the same and cannot be won"
            }
        }
    }

    private func verifiedByCode(_ email: String) async throws {
        try await transcript.step("look at the account") {
            let mark = try await cognito.attributes(of: email)["email_verified"] ?? "absent"
            try DemoDifference.unless(mark == "true", "email_verified true", found: "email_verified \(mark)")
            return "Cognito has the address as verified"
        }
    }

    private func wrongAnswersToCode() async throws {
        try await transcript.step("a wrong code, three times") {
            var sent = try await newUserWithCode("cy@example.test")
            for _ in 1...2 {
                sent.challenge = try nextRound(try await cognito.answer(Self.other(sent.code), to: sent.challenge))
            }
            _ = try refusal(try await cognito.answer(Self.other(sent.code), to: sent.challenge))
            return "Cognito ends the sign-in"
        }
    }

    private func guessesAcrossSessions() async throws {
        let email = "di@example.test"
        try await transcript.step("five wrong codes in two sign-ins") {
            let first = try await newUserWithCode(email)
            var wrong = first.code
            var challenge = first.challenge
            for guess in 1...5 {
                wrong = Self.other(wrong)
                let outcome = try await cognito.answer(wrong, to: challenge)
                if guess == 3 {
                    _ = try refusal(outcome)
                    // The next sign-in within half a minute has the same code, and no second mail.
                    challenge = try nextRound(try await cognito.start(email))
                } else {
                    challenge = try nextRound(outcome)
                }
            }
            _ = try refusal(try await cognito.answer(first.code, to: challenge))
            return "then even the right one is wrong: a new sign-in gives no new guesses"
        }
    }

    private func usedCode() async throws {
        try await transcript.step("a used code in another session") {
            let email = "ed@example.test"
            let sent = try await newUserWithCode(email)
            let other = try nextRound(try await cognito.start(email))
            _ = try tokens(try await cognito.answer(sent.code, to: sent.challenge))
            _ = try refusal(try await cognito.answer(sent.code, to: sent.challenge), Self.spentSession)
            _ = try nextRound(try await cognito.answer(sent.code, to: other))
            let later = try await code(for: email)
            if later.code != sent.code { _ = try nextRound(try await cognito.answer(sent.code, to: later.challenge)) }
            return "a wrong answer, whether that session began before or after: a code counts once"
        }
    }

    private func codeOfAnother() async throws {
        try await transcript.step("a code of another user's") {
            let own = try await newUserWithCode("mallory@example.test")
            let other = try await newUserWithCode("flo@example.test")
            // That both have the same digits happens once in a million runs.
            if own.code != other.code {
                _ = try nextRound(try await cognito.answer(own.code, to: other.challenge))
            }
            return "a wrong answer like any other"
        }
    }

    private func codeForUnknownUser() async throws {
        let ghost = "ghost@example.test"
        try await transcript.step("an unknown user") {
            let known = try await newUserWithCode("gil@example.test").challenge
            var unknown = try nextRound(try await cognito.start(ghost))
            try DemoDifference.unless(
                known.names == unknown.names && unknown["CODE_DELIVERY_DESTINATION"] == "g***@e***",
                "the parameters \(known.names)", found: "\(unknown.names)")
            for _ in 1...2 { unknown = try nextRound(try await cognito.answer("123456", to: unknown)) }
            _ = try refusal(try await cognito.answer("123456", to: unknown))
            let count = try await mailBox.codes(to: ghost).count
            try DemoDifference.unless(count == 0, "no mail to \(ghost)", found: "\(count)")
            return "the same parameters and refusals as a known one's; no mail is sent"
        }
    }

    private func codeWithoutTable() async throws {
        try await transcript.step("no state table, OTP_WITHOUT_LIMITS=true") {
            try await use(.off)
            let sent = try await newUserWithCode("ida@example.test")
            try DemoDifference.unless(
                sent.code.count == 8, "a code of eight digits", found: "\(sent.code.count) digits")
            _ = try tokens(try await cognito.answer(sent.code, to: sent.challenge))
            try await use(.on)
            return "a code of eight digits, because nothing counts guesses"
        }
    }
}
