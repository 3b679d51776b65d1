internal import JSON
internal import Sandbox

/// A pool that fails over to a second Region: what works there at once, what works late, and what must not work at all.
struct RegionStory {
    private static let email = "ana@example.test"

    private let regions: SandboxRegions
    private let transcript: DemoTranscript
    private let here: DemoRun
    private let there: DemoRun
    private let delay: Duration

    init(_ regions: SandboxRegions, delay: Duration, _ transcript: DemoTranscript) {
        self.regions = regions
        self.transcript = transcript
        self.delay = delay
        here = DemoRun(url: regions.first.url, regions.first.settings, transcript)
        there = DemoRun(url: regions.second.url, regions.second.settings, transcript)
    }

    private var names: (here: String, there: String) { (regions.first.name, regions.second.name) }

    /// Tells it. Each line ends with what was decided.
    func tell() async {
        await transcript.scenario("the second Region") {
            var app = here.app()
            try await begin(&app)
            app = app.moved(to: there)
            try await failOver(&app)
            try await steal(&app)
            try await remove(&app)
        }
    }

    /// A user with a passkey in the first Region.
    private func begin(_ app: inout DemoAuthsignal) async throws {
        try await transcript.step("Ana signs up and in, in \(names.here)") {
            _ = try await here.cognito.signUp(Self.email)
            let challenge = try await here.cognito.challenge(for: Self.email)
            let token = try await here.proveByCode(Self.email, for: challenge, &app)
            _ = try here.tokens(try await here.cognito.answer(token, to: challenge))
            await regions.copyAccount(Self.email)
            return "she is in. Cognito copies her account"
        }
        try await transcript.step("she creates a passkey there") {
            try await app.createPasskey(username: Self.email)
            return "its items are on their way, for \(delay.components.seconds) s"
        }
    }

    /// Her app is sent to the second Region, before and after the passkey has arrived there.
    private func failOver(_ app: inout DemoAuthsignal) async throws {
        try await transcript.step("her app is sent to \(names.there) at once") {
            try await refused(&app, as: "400 no_credential")
            return "no_credential: not there yet, so nothing is deleted"
        }
        try await transcript.step("so she signs in with a code there") {
            let challenge = try await there.cognito.challenge(for: Self.email)
            let token = try await there.proveByCode(Self.email, for: challenge, &app)
            _ = try there.tokens(try await there.cognito.answer(token, to: challenge))
            return "she is in"
        }
        try await transcript.step("half of the passkey arrives") {
            regions.deliverAllButPasskeys()
            try await refused(&app, as: "503 service_unavailable")
            return "service_unavailable: try again, nothing is lost"
        }
        try await transcript.step("\(delay.components.seconds) s later, the passkey again") {
            regions.advance(by: delay)
            let proof = try await there.usePasskey(of: &app)
            let challenge = try await there.cognito.challenge(for: proof.username)
            _ = try there.tokens(try await there.cognito.answer(proof.token, to: challenge))
            return "Verify: right. Ana is in"
        }
    }

    /// What was begun or proven in one Region is of no use in the other.
    private func steal(_ app: inout DemoAuthsignal) async throws {
        var first = app.moved(to: here)
        let proof = try await here.usePasskey(of: &first)
        try await transcript.step("a thief sends a proof for \(names.here)") {
            let challenge = try await there.cognito.challenge(for: proof.username)
            _ = try there.nextRound(try await there.cognito.answer(proof.token, to: challenge))
            return try await reason()
        }
        try await transcript.step("in \(names.here) it counts, once") {
            for isRight in [true, false] {
                let challenge = try await here.cognito.challenge(for: proof.username)
                let outcome = try await here.cognito.answer(proof.token, to: challenge)
                if isRight { _ = try here.tokens(outcome) } else { _ = try here.nextRound(outcome) }
            }
            return "Verify: right, then wrong"
        }
        try await transcript.step("a sign-in of \(names.here) goes on here") {
            let begun = try await here.cognito.challenge(for: Self.email)
            app.setToken(begun.token)
            let proof = try await app.proveOwnRound()
            let next = try there.nextRound(try await there.cognito.answer(proof, to: begun))
            let refusal = try await reason()
            app.setToken(next.token)
            _ = try there.tokens(try await there.cognito.answer(try await app.proveOwnRound(), to: next))
            return refusal + "; the next round is right"
        }
    }

    /// A removal arrives late, too.
    private func remove(_ app: inout DemoAuthsignal) async throws {
        var first = app.moved(to: here)
        try await transcript.step("Ana removes the passkey in \(names.here)") {
            _ = try await here.usePasskey(of: &first)
            try await first.removePasskey()
            try await refused(&first, as: "400 no_credential")
            return "it is no longer good there"
        }
        try await transcript.step("in \(names.there) it is, until that arrives") {
            _ = try await there.usePasskey(of: &app)
            regions.advance(by: delay)
            try await refused(&app, as: "400 no_credential")
            return "good; \(delay.components.seconds) s later no_credential"
        }
    }

    /// Uses the passkey, which must be refused with that status and code.
    private func refused(_ app: inout DemoAuthsignal, as expected: String) async throws {
        let found = try await app.passkeyRefusal(action: DemoRun.action)
        try DemoDifference.unless(found == expected, expected, found: found)
    }

    /// Why Verify in the second Region refused the last answer: always because of the Region.
    private func reason() async throws -> String {
        let events = try await there.http.send("GET", "/sandbox/events?after=0").json?["events"]?.elements ?? []
        let call = events.last { $0["title"]?.string == "VerifyAuthChallengeResponse" }?["requestId"]?.string
        let found = try await auditLine(of: call)?["reason"]?.string ?? "none"
        try DemoDifference.unless(found == "other_region", "other_region", found: found)
        return "Verify: wrong, \(found)"
    }

    /// The line of the audit log about a call in the second Region. It comes a moment after the answer.
    private func auditLine(of call: String?) async throws -> JSONValue? {
        for _ in 0..<3_000 {
            let lines = try await there.http.send("GET", "/sandbox/audit").json?["lines"]?.elements ?? []
            if let line = lines.first(where: { $0["requestId"]?.string == call }) { return line }
            try await Task.sleep(for: .milliseconds(10))
        }
        return nil
    }
}
