internal import AuthChallenge
internal import JSON
internal import LambdaRuntime

extension FuzzTarget {
    /// The trigger that makes challenges, with every kind of flow and with services that answer anything.
    static let create = FuzzTarget(
        name: "create",
        seeds: {
            var seeds: [[UInt8]] = []
            for event in SampleFiles.events("CreateAuthChallenge") {
                for kind: UInt8 in [0, 3, 6] { seeds.append([kind, 0] + event) }
            }
            for kind in RoundKind.all.indices.map({ UInt8($0) }) {
                seeds += [[kind, 1, 0], [kind, 2, 0], [kind, 1, 0, 0xF8, 2, 3, 5, 1, 0xE5, 1, 1]]
            }
            return seeds
        },
        words: [
            "CreateAuthChallenge_Authentication", "CUSTOM_CHALLENGE", "userNotFound", "RESULT_TOKEN", "EMAIL_OTP 1",
            "CAPTCHA", "email_verified", "locale", "challengeMetadata",
        ]
    ) { input in
        var choices = Choices(input[...])
        let kind = choices.element(RoundKind.all)
        let form = choices.index(below: 3)
        let base = form == 1 ? kind.createEvent : kind.createEvent.ofUnknownUser
        let event = form == 0 ? choices.remainder() : base.edited(by: &choices).bytes
        let deployment = kind.deployment()
        let trigger = certain("Create starts") { try CreateTrigger(deployment.services, deployment.log) }
        deployment.transport.choices = Choices(choices.remainder()[...])
        let reply = TriggerReply(to: event) { try trigger(Deployment.invocation(event), deployment.log) }
        kind.requireSecrets(deployment)
        guard let reply else {
            let isPlain = event == kind.createEvent.bytes && !deployment.transport.isSpoilt
            require("an ordinary event gets a challenge", !isPlain)
            return
        }
        reply.requireChanges(only: ["publicChallengeParameters", "privateChallengeParameters", "challengeMetadata"])
        checkChallenge(reply, kind, deployment)
    }

    private static func checkChallenge(_ reply: TriggerReply, _ kind: RoundKind, _ deployment: Deployment) {
        guard let shown = reply.response["publicChallengeParameters"],
            let kept = reply.response["privateChallengeParameters"]
        else { fatalError("a property does not hold: a challenge has both kinds of parameters") }
        for parameters in [shown, kept] {
            require(
                "parameters are strings",
                !parameters.members.isEmpty && parameters.members.allSatisfy { $0.value.string != nil })
        }
        let metadata = reply.response["challengeMetadata"]?.string ?? ""
        require("the note names the step", metadata.hasPrefix(shown["challenge"]?.string ?? "?"))
        require("the session stays small", metadata.utf8.count <= 256)
        for code in deployment.transport.codes {
            require("nobody is shown the code", !reply.response.bytes.shows(code))
        }
        // Whether a user exists must not show in what the app gets. Authsignal's own answer may lack a part of it.
        let names = shown.members.map(\.name).sorted()
        require(
            "everybody is shown the same parameters",
            names == expectedNames(kind, shown) || deployment.transport.isSpoilt)
        if reply.event["request"]?["userNotFound"]?.bool == true {
            require("a code goes out to nobody", deployment.transport.codes.isEmpty)
            if !kind.hasCaptcha, !kind.hasCodes {
                require("the round cannot be won", kept["closed"]?.string == "1")
            }
        }
    }

    private static func expectedNames(_ kind: RoundKind, _ shown: JSONValue) -> [String] {
        if shown["challenge"]?.string == "CAPTCHA" {
            return ["action", "challenge", "provider", "siteKey"].filter { shown[$0] != nil }
        }
        if kind.hasCodes { return ["CODE_DELIVERY_DELIVERY_MEDIUM", "CODE_DELIVERY_DESTINATION", "challenge"] }
        if kind.isOpenID { return kind.settings["ID_TOKEN_NONCE"] == nil ? ["challenge", "nonce"] : ["challenge"] }
        return kind.settings["AUTHSIGNAL_SECRET"] == nil
            ? ["challenge", "isEnrolled", "token"] : ["challenge", "isEnrolled", "token", "url"]
    }
}

extension JSONTree {
    /// The event of a user whom Cognito does not know.
    var ofUnknownUser: JSONTree {
        settingInRequest("userNotFound", .written(Array("true".utf8))).settingInRequest("userAttributes", .object([]))
    }

    private func settingInRequest(_ name: String, _ value: JSONTree) -> JSONTree {
        guard case .object(let members) = self, let request = members.first(where: { $0.name == "request" }) else {
            return self
        }
        return setting("request", request.value.setting(name, value))
    }
}
