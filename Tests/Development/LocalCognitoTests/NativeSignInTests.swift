import JSON
import LocalCognito
import RuntimeAPIHost
import SandboxTestSupport
import TestSupport
import Testing

@Suite("Cognito's own sign-ins with a password")
struct NativeSignInTests {
    private static let password = "correct horse"

    /// A pool whose client allows everything, and whose account has a password.
    private static func pool(preTokenGeneration: (any TriggerFunction)? = nil) async throws -> PoolFixture {
        let fixture = try await PoolFixture(
            { $0.clients[0].flows = Set(AppClient.Flow.allCases) }, preTokenGeneration: preTokenGeneration)
        try await fixture.setPassword(password)
        return fixture
    }

    private static func operation(_ flow: String) -> String {
        flow.hasPrefix("ADMIN") ? "AdminInitiateAuth" : "InitiateAuth"
    }

    private static func start(
        _ fixture: PoolFixture, _ flow: String, _ more: [String: String] = [:], username: String = PoolFixture.email
    ) -> String {
        #"{"UserPoolId":"eu-west-1_Sandbox01","# + fixture.start(username, flow: flow, more).dropFirst()
    }

    @Test(
        "the right password earns tokens without a custom challenge",
        arguments: ["USER_PASSWORD_AUTH", "ADMIN_USER_PASSWORD_AUTH", "ADMIN_NO_SRP_AUTH"])
    func rightPasswordSignsIn(flow: String) async throws {
        let tokens = ClosureFunction { .reply($0.text) }
        let fixture = try await Self.pool(preTokenGeneration: tokens)
        let operation = Self.operation(flow)
        let right = Self.start(fixture, flow, ["PASSWORD": Self.password])
        let result = try await fixture.call(operation, right)["AuthenticationResult"]
        #expect(result?["IdToken"] != nil && result?["RefreshToken"] != nil)
        #expect(tokens.events.compactMap { $0["triggerSource"]?.string } == ["TokenGeneration_Authentication"])
        #expect(fixture.define.events.isEmpty && fixture.create.events.isEmpty)
        for (parameters, name) in [
            (["PASSWORD": "wrong horse"], PoolFixture.email), (["PASSWORD": Self.password], "ghost"),
        ] {
            let refused = Self.start(fixture, flow, parameters, username: name)
            try await fixture.expect(operation, refused, fails: .incorrect)
        }
        try await fixture.expect(
            operation, Self.start(fixture, flow),
            fails: .parameter("Missing required parameter PASSWORD"))
    }

    @Test("SRP earns tokens without a custom challenge, and only with the right password")
    func srpSignsIn() async throws {
        let fixture = try await Self.pool()
        func attempt(_ password: String, username: String = PoolFixture.email) async throws -> (JSONValue, String) {
            let client = try SRPClient()
            let body = fixture.start(username, flow: "USER_SRP_AUTH", ["SRP_A": client.publicValue])
            let challenge = try await fixture.call("InitiateAuth", body)
            #expect(challenge["ChallengeName"]?.string == "PASSWORD_VERIFIER")
            let claim = try client.claim(challenge, password: password)
            return (
                challenge,
                fixture.answer(
                    nil, challenge["Session"]?.string, username: username, challenge: "PASSWORD_VERIFIER", claim)
            )
        }
        let (_, right) = try await attempt(Self.password)
        let result = try await fixture.respond(right)
        #expect(result["AuthenticationResult"]?["AccessToken"] != nil)
        try await expect(fixture.client.error("RespondToAuthChallenge", right).message) {
            $0.contains("only be used once")
        }
        // pycognito sends the secret block back, and no session.
        let (_, withSession) = try await attempt(Self.password)
        let withoutSession = try JSONValue(parsing: Array(withSession.utf8)).object(replacing: [("Session", nil)])
        let sent = String(decoding: withoutSession, as: UTF8.self)
        _ = try #require(try await fixture.respond(sent)["AuthenticationResult"])
        let (known, wrong) = try await attempt("wrong horse")
        try await fixture.expect("RespondToAuthChallenge", wrong, fails: .incorrect)
        let (unknown, ghost) = try await attempt(Self.password, username: "ghost@example.test")
        try await fixture.expect("RespondToAuthChallenge", ghost, fails: .incorrect)
        let names = [known, unknown].map { $0["ChallengeParameters"]?.members.map(\.name) }
        #expect(names[0] == names[1])
        #expect(fixture.define.events.isEmpty)
    }

    @Test(
        "a client refuses every flow that it does not allow",
        arguments: [
            ("USER_SRP_AUTH", "USER_SRP_AUTH is not enabled for the client."),
            ("USER_PASSWORD_AUTH", "USER_PASSWORD_AUTH flow not enabled for this client"),
            ("ADMIN_USER_PASSWORD_AUTH", "Auth flow not enabled for this client"),
            ("USER_AUTH", "USER_AUTH is not enabled for the client."),
        ])
    func flowsNeedTheClient(flow: String, message: String) async throws {
        let fixture = try await PoolFixture()
        let body = Self.start(fixture, flow, ["PASSWORD": Self.password, "SRP_A": "a"])
        try await fixture.expect(Self.operation(flow), body, fails: .parameter(message))
    }

    @Test("an app and an administrator each have flows of their own, and no other flow exists")
    func flowsNeedTheirCaller() async throws {
        let fixture = try await Self.pool()
        let unsupported = PoolError.parameter("Initiate Auth method not supported")
        for (operation, flow) in [
            ("InitiateAuth", "ADMIN_USER_PASSWORD_AUTH"), ("AdminInitiateAuth", "USER_PASSWORD_AUTH"),
        ] {
            let body = Self.start(fixture, flow, ["PASSWORD": Self.password])
            try await fixture.expect(operation, body, fails: unsupported)
        }
        let unknown = try await fixture.client.error("InitiateAuth", Self.start(fixture, "MAGIC_AUTH"))
        #expect(unknown.message.contains("Value 'MAGIC_AUTH' at 'authFlow' failed to satisfy constraint"))
    }

    @Test("the status of an account is reported before its password is checked", arguments: PoolUser.Status.allCases)
    func statusIsReported(status: PoolUser.Status) async throws {
        let fixture = try await Self.pool()
        var user = try #require(await fixture.pool.user(PoolFixture.email))
        user.status = status
        await fixture.pool.store(user)
        let right = fixture.start(flow: "USER_PASSWORD_AUTH", ["PASSWORD": Self.password])
        let wrong = fixture.start(flow: "USER_PASSWORD_AUTH", ["PASSWORD": "wrong horse"])
        switch status {
        case .confirmed: try await fixture.expect("InitiateAuth", wrong, fails: .incorrect)
        case .forceChangePassword:
            let challenge = try await fixture.call("InitiateAuth", right)
            #expect(challenge["ChallengeName"]?.string == "NEW_PASSWORD_REQUIRED")
        case .unconfirmed:
            try await fixture.expect("InitiateAuth", wrong, fails: .userNotConfirmed)
        case .resetRequired:
            try await fixture.expect("InitiateAuth", wrong, fails: .passwordResetRequired)
            let srp = fixture.start(flow: "USER_SRP_AUTH", ["SRP_A": try SRPClient().publicValue])
            try await fixture.expect("InitiateAuth", srp, fails: .passwordResetRequired)
        }
    }

    @Test("choice-based sign-in offers the password, and takes it at once, on request or after the choice")
    func choiceOffersThePassword() async throws {
        let fixture = try await Self.pool()
        func begin(_ more: [String: String] = [:], username: String = PoolFixture.email) async throws -> JSONValue {
            try await fixture.call("InitiateAuth", fixture.start(username, flow: "USER_AUTH", more))
        }
        func answer(_ name: String, to challenge: JSONValue, _ more: [String: String]) -> String {
            fixture.answer(more["ANSWER"], challenge["Session"]?.string, challenge: name, more)
        }
        let choice = try await begin()
        #expect(choice["ChallengeName"]?.string == "SELECT_CHALLENGE")
        #expect(choice["AvailableChallenges"]?.elements.compactMap(\.string) == ["PASSWORD", "PASSWORD_SRP"])
        let stranger = try await begin(username: "ghost@example.test")
        #expect(stranger["AvailableChallenges"]?.bytes == choice["AvailableChallenges"]?.bytes)
        #expect(stranger["ChallengeParameters"]?["USERNAME"]?.string?.count == PoolFixture.user().sub.count)

        let atOnce = try await begin(["PREFERRED_CHALLENGE": "PASSWORD", "PASSWORD": Self.password])
        #expect(atOnce["AuthenticationResult"] != nil)
        let asked = try await begin(["PREFERRED_CHALLENGE": "PASSWORD"])
        #expect(asked["ChallengeName"]?.string == "PASSWORD")
        let later = answer("PASSWORD", to: asked, ["PASSWORD": Self.password])
        _ = try #require(try await fixture.respond(later)["AuthenticationResult"])
        let chosen = answer("SELECT_CHALLENGE", to: choice, ["ANSWER": "PASSWORD", "PASSWORD": Self.password])
        _ = try #require(try await fixture.respond(chosen)["AuthenticationResult"])

        let srp = try SRPClient()
        let verifier = try await begin(["PREFERRED_CHALLENGE": "PASSWORD_SRP", "SRP_A": srp.publicValue])
        let claim = try srp.claim(verifier, password: Self.password)
        let proof = fixture.answer(nil, verifier["Session"]?.string, challenge: "PASSWORD_VERIFIER", claim)
        _ = try #require(try await fixture.respond(proof)["AuthenticationResult"])

        let unavailable = try await begin(["PREFERRED_CHALLENGE": "WEB_AUTHN"])
        #expect(unavailable["ChallengeName"]?.string == "SELECT_CHALLENGE")
        let impossible = answer("SELECT_CHALLENGE", to: unavailable, ["ANSWER": "WEB_AUTHN"])
        try await fixture.expect("RespondToAuthChallenge", impossible, fails: .invalidParameter)
        let wrong = answer("SELECT_CHALLENGE", to: unavailable, ["ANSWER": "PASSWORD", "PASSWORD": "wrong horse"])
        try await fixture.expect("RespondToAuthChallenge", wrong, fails: .incorrect)
        #expect(fixture.define.events.isEmpty)
    }
}
