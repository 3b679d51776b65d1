internal import FunctionServices
internal import JSON
internal import LambdaRuntime
internal import SignInRules

extension FuzzTarget {
    /// The trigger that alone can issue tokens.
    static let define = FuzzTarget(
        name: "define", maximumLength: 4_096,
        seeds: {
            var seeds = SampleFiles.events("DefineAuthChallenge").map { [0, 0] + $0 }
            for flow in flows.indices {
                for session in sessions.indices { seeds.append([UInt8(flow), UInt8(session + 1), 0]) }
            }
            return seeds
        },
        words: [
            "CUSTOM_CHALLENGE", "SRP_A", "PASSWORD_VERIFIER", "RESULT_TOKEN", "CAPTCHA", "EMAIL_OTP", "challengeResult",
            "challengeMetadata", "userNotFound", "issueTokens", "failAuthentication",
            "who=", ";flow=RT",
        ]
    ) { input in
        var choices = Choices(input[...])
        let flow = choices.element(flows)
        let session = choices.index(below: sessions.count + 1)
        let event =
            session == 0
            ? choices.remainder() : sessions[session - 1].edited(by: &choices).bytes
        let deployment = Deployment(flow.settings)
        let trigger = certain("Define starts") { try DefineTrigger(deployment.services.settings) }
        let reply = TriggerReply(to: event) { try trigger(Deployment.invocation(event), deployment.log) }
        deployment.requireSecret([SampleEvent.sub, SampleEvent.email])
        guard let reply else { return }
        reply.requireChanges(only: ["challengeName", "issueTokens", "failAuthentication"])
        let issues = reply.response["issueTokens"]?.bool
        let decisions = [
            issues == true, reply.response["failAuthentication"]?.bool == true, reply.response["challengeName"] != nil,
        ]
        require("Define decides one thing", decisions.count { $0 } == 1 && issues != nil)
        if issues == true { requireEarned(reply.event, flow) }
    }

    /// What a flow is, written down a second time for the check.
    private struct Flow {
        let settings: [String: String]
        let steps: [String]
        var beginsWithPassword = false
        var ignoresSRP = false
    }

    private static let flows = [
        Flow(settings: [:], steps: ["RESULT_TOKEN"]),
        Flow(settings: ["SRP_START": "ignore", "MAX_ATTEMPTS": "1"], steps: ["RESULT_TOKEN"], ignoresSRP: true),
        Flow(settings: ["SIGN_IN_FLOW": "CAPTCHA,RESULT_TOKEN"], steps: ["CAPTCHA", "RESULT_TOKEN"]),
        Flow(
            settings: ["SIGN_IN_FLOW": "PASSWORD,EMAIL_OTP", "ALLOWED_CLIENT_IDS": SampleEvent.client],
            steps: ["EMAIL_OTP"], beginsWithPassword: true),
        Flow(
            settings: ["SIGN_IN_FLOW": "PASSWORD,CAPTCHA,EMAIL_OTP,RESULT_TOKEN", "MAX_ATTEMPTS": "10"],
            steps: ["CAPTCHA", "EMAIL_OTP", "RESULT_TOKEN"], beginsWithPassword: true),
    ]

    private static let sessions: [JSONTree] = [
        SampleEvent.session([]), SampleEvent.session([(true, "RESULT_TOKEN")]),
        SampleEvent.session([(false, "RESULT_TOKEN"), (false, "RESULT_TOKEN"), (true, "RESULT_TOKEN")]),
        SampleEvent.session([(true, "RESULT_TOKEN")], startsWith: ["SRP_A"]),
        SampleEvent.session([(true, "CAPTCHA"), (false, "RESULT_TOKEN"), (true, "RESULT_TOKEN")]),
        SampleEvent.session([(true, "EMAIL_OTP note")], startsWith: ["SRP_A", "PASSWORD_VERIFIER"]),
        SampleEvent.session(
            [(true, "CAPTCHA"), (true, "EMAIL_OTP note"), (true, "RESULT_TOKEN")],
            startsWith: ["SRP_A", "PASSWORD_VERIFIER", "SOFTWARE_TOKEN_MFA"]),
    ].map { SampleEvent.trigger("DefineAuthChallenge_Authentication", [("session", $0)]) }

    /// Tokens are earned by a right row for every step in order, each with a note, and by nothing else.
    private static func requireEarned(_ event: JSONValue, _ flow: Flow) {
        let request = event["request"]
        require("Cognito knows the user", request?["userNotFound"]?.bool != true)
        if flow.settings["ALLOWED_CLIENT_IDS"] != nil {
            require("the client is served", event["callerContext"]?["clientId"]?.isString(SampleEvent.client) ?? false)
        }
        let rows = request?["session"]?.elements ?? []
        let custom = rows.filter { $0["challengeName"]?.isString("CUSTOM_CHALLENGE") ?? false }
        let others = rows.filter { !($0["challengeName"]?.isString("CUSTOM_CHALLENGE") ?? false) }
        let right = custom.filter { $0["challengeResult"]?.bool == true }
        let notes = right.map { row in
            row["challengeMetadata"]?.string?.split(separator: " ", omittingEmptySubsequences: false).first.map(
                String.init)
        }
        require("every step has one right row, in order", notes == flow.steps)
        require("the last row is right", rows.last?["challengeResult"]?.bool == true)
        require("no other row is wrong", others.allSatisfy { $0["challengeResult"]?.bool == true || flow.ignoresSRP })
        let hasPassword = others.contains { $0["challengeName"]?.isString("PASSWORD_VERIFIER") ?? false }
        require("the password is there where it has to be", hasPassword == flow.beginsWithPassword)
        if !flow.beginsWithPassword {
            require(
                "nothing else is in the session",
                others.count <= (flow.ignoresSRP ? 1 : 0)
                    && others.allSatisfy { $0["challengeName"]?.isString("SRP_A") ?? false })
        }
        let most = Int(flow.settings["MAX_ATTEMPTS"] ?? "3") ?? 3
        require("nobody has more attempts than allowed", custom.count <= most * flow.steps.count)
    }
}
