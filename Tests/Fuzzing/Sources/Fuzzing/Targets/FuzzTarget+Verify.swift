internal import AuthChallenge
internal import JOSE
internal import JSON
internal import LambdaRuntime
internal import Primitives
internal import SignInTokens
internal import TestKeys

extension FuzzTarget {
    /// The trigger that judges answers: a real challenge of Create, and an answer that is right or wrong in some way.
    static let verify = FuzzTarget(
        name: "verify",
        seeds: {
            let answers: [[UInt8]] = [
                [], [0, 1], [1], [1, 1, 7, 5, 6, 1, 0], [2, 1, 0, 9, 0, 1], [3], [4, 6, 49, 50, 51, 52, 53, 54],
            ]
            var seeds: [[UInt8]] = []
            for kind in RoundKind.all.indices.map({ UInt8($0) }) { seeds += answers.map { [kind, 1] + $0 } }
            for event in SampleFiles.events("VerifyAuthChallenge") {
                for kind: UInt8 in [0, 3, 5] { seeds.append([kind, 0] + event) }
            }
            return seeds
        },
        words: [
            "challengeAnswer", "privateChallengeParameters", "userNotFound", "PASSKEY", "EMAIL_OTP", "subject",
            "closed", "0", "1", "round", "step", "verificationMethod", "CHALLENGE_SUCCEEDED", "auth_time", "nonce",
        ]
    ) { input in
        var choices = Choices(input[...])
        let kind = choices.element(RoundKind.all)
        let deployment = kind.deployment()
        let triggers = certain("Create and Verify start") {
            (
                try CreateTrigger(deployment.services, deployment.log),
                try VerifyTrigger(deployment.services, deployment.log)
            )
        }
        let question = kind.createEvent.bytes
        let challenge = certain("an ordinary challenge") {
            TriggerReply(to: question) { try triggers.0(Deployment.invocation(question), deployment.log) }
        }
        let isText = choices.index(below: 2) == 0
        let answer = Answer(to: challenge, kind, deployment, &choices)
        let honest = SampleEvent.trigger(
            "VerifyAuthChallengeResponse_Authentication",
            [
                (
                    "privateChallengeParameters",
                    JSONTree(certain("private parameters") { challenge.response["privateChallengeParameters"] })
                ),
                ("challengeAnswer", .string(answer.text)),
            ], response: #"{"answerCorrect":null}"#)
        let event = isText ? choices.remainder() : honest.edited(by: &choices).bytes
        deployment.transport.choices = Choices(choices.remainder()[...])
        let reply = TriggerReply(to: event) { try triggers.1(Deployment.invocation(event), deployment.log) }
        kind.requireSecrets(deployment, chosen: [answer.text])
        let isRight = reply?.response["answerCorrect"]?.bool
        if event == honest.bytes, answer.isRight, !deployment.transport.isSpoilt {
            require("a right answer is right", isRight == true)
        }
        guard let reply else { return }
        reply.requireChanges(only: ["answerCorrect"])
        require("there is a verdict", isRight != nil)
        if isRight == true { answer.requireRight(reply.event, kind, deployment) }
    }
}

/// An answer to a challenge.
private struct Answer {
    let text: String
    let isRight: Bool
    /// The claims of a token that may be believed.
    private var claims: JSONValue?
    /// The code that was mailed.
    private var code: String?

    init(to challenge: TriggerReply, _ kind: RoundKind, _ deployment: Deployment, _ choices: inout Choices) {
        let shown = challenge.response["publicChallengeParameters"]
        if kind.hasCodes {
            let code = deployment.transport.codes.last ?? ""
            let typed = choices.index(below: 2) == 0 ? changed(Array(code.utf8), by: &choices) : choices.bytes()
            text = String(decoding: typed, as: UTF8.self)
            isRight = text == code && !code.isEmpty
            self.code = code
        } else if kind.isSigned || kind.isOpenID {
            let key = challenge.response["privateChallengeParameters"]?["key"]?.string ?? ""
            let answer =
                kind.isSigned
                ? ResultTokens.answer(key: key, by: &choices)
                : IDTokens.answer(nonce: shown?["nonce"]?.string, by: &choices)
            (text, claims, isRight) = (answer.text, answer.claims, answer.isRight)
        } else {
            text = choices.index(below: 2) == 0 ? "eyJhbGciOiJIUzI1NiJ9.eyJ0IjoxfQ.c2lnbmF0dXJl" : choices.text()
            isRight = text.hasPrefix("eyJhbGciOiJIUzI1NiJ9.")
        }
    }

    /// What must hold if Verify takes the answer for right.
    func requireRight(_ event: JSONValue, _ kind: RoundKind, _ deployment: Deployment) {
        let request = event["request"]
        let user = request?["userAttributes"]
        let kept = request?["privateChallengeParameters"]
        let typed = request?["challengeAnswer"]?.string ?? ""
        require(
            "the step is one of the flow",
            ["RESULT_TOKEN", "EMAIL_OTP", "CAPTCHA"].contains(kept?["step"]?.string ?? ""))
        if kind.hasCaptcha, kept?["step"]?.string == "CAPTCHA" {
            let verdict = deployment.transport.given["siteverify"].flatMap { try? JSONValue(parsing: $0) }
            require("the provider says so", verdict?["success"]?.bool == true)
            require("it was solved on our page", verdict?["hostname"]?.isString("app.example.test") ?? false)
            return
        }
        require("Cognito knows the user", request?["userNotFound"]?.bool != true && user?["sub"]?.string != nil)
        if kind.hasCodes {
            // The code may stand there more than once, among other signs: there is no other digit.
            let values = typed.unicodeScalars.map(\.properties).filter { $0.numericType == .decimal }
            let digits = values.compactMap { $0.numericValue.map { String(Int($0)) } }.joined()
            let code = code ?? ""
            let times = digits.utf8.count / max(code.utf8.count, 1)
            require(
                "the code is the one that was mailed",
                times > 0 && !code.isEmpty && digits == String(repeating: code, count: times))
            return
        }
        require("the answer is of one piece", typed == text || kind.settings["AUTHSIGNAL_SECRET"] != nil)
        if kind.isSigned || kind.hasCaptcha {
            ResultTokens.requireProof(claims, event, kind)
        } else if kind.isOpenID {
            let claims = IDTokens.requireAcceptable(claims)
            let linked = user?["custom:oidc_subject"]?.string ?? ""
            require(
                "the user is linked to the subject",
                linked == "https://issuer.example/|" + (claims["sub"]?.string ?? "?"))
        } else {
            let verdict = deployment.transport.given["/validate"].flatMap { try? JSONValue(parsing: $0) }
            require(
                "Authsignal says so",
                verdict?["isValid"]?.bool == true && verdict?.has("state", "CHALLENGE_SUCCEEDED") ?? false)
            require("it is about this user", verdict?.has("userId", user?["sub"]?.string) ?? false)
        }
    }
}

/// Result tokens of `signed` mode.
private enum ResultTokens {
    private static func key(from secret: [UInt8]) -> SigningKey {
        certain("a key of result tokens") {
            try SigningKey(
                hs256Secret: Keys.derived("result token", from: secret),
                keyID: Base64URL.encode(Keys.derived("key id", length: 8)))
        }
    }
    private static let ours = key(from: Keys.shared)
    private static let foreign = key(from: Keys.foreign)

    static func answer(key: String, by choices: inout Choices) -> SignedAnswer {
        let issuer = "urn:cognito-passkeys:\(SampleEvent.pool)"
        let claims = JSONTree(
            text: Array(
                #"""
                {"iss":"\#(issuer)","aud":"\#(issuer)","sub":"\#(SampleEvent.sub)","iat":\#(Deployment.second),
                "exp":\#(Deployment.second + 600),"scope":"read:authenticators",
                "other":{"tenantId":"\#(SampleEvent.pool)",
                "userId":"\#(SampleEvent.sub)","actionCode":"cognitoAuth","idempotencyKey":"\#(key)",
                "username":"\#(SampleEvent.sub)","verificationMethod":"PASSKEY","state":"CHALLENGE_SUCCEEDED",
                "userVerified":true}}
                """#.utf8))
        return SignedAnswer(claims, type: "result+jwt", key: ours, foreignKey: foreign, by: &choices)
    }

    /// The rules by which a proof counts, written down a second time.
    static func requireProof(_ claims: JSONValue?, _ event: JSONValue, _ kind: RoundKind) {
        guard let claims, let other = claims["other"] else {
            fatalError("a property does not hold: only the authenticator's tokens are believed")
        }
        let kept = event["request"]?["privateChallengeParameters"]
        let sub = event["request"]?["userAttributes"]?["sub"]?.string
        require("the proof is the user's", claims.has("sub", sub) && other.has("userId", sub))
        require("the round is the user's", kept?.has("subject", sub) ?? false)
        require("the round can be won", kept?.has("closed", "0") ?? false)
        require("the proof succeeded", other.has("state", "CHALLENGE_SUCCEEDED"))
        require("the proof is of a sign-in", other.has("actionCode", "cognitoAuth"))
        require("the proof is of this pool", other.has("tenantId", event["userPoolId"]?.string))
        let method = other["verificationMethod"]?.string ?? ""
        let allowed = kind.settings["ALLOWED_METHODS"] == nil ? ["PASSKEY", "EMAIL_OTP"] : ["PASSKEY"]
        require("the method is allowed", allowed.contains(method))
        if kind.settings["ASSURANCE"] != nil { require("the user was verified", other["userVerified"]?.bool == true) }
        let age = Deployment.second - (claims["iat"]?.integer ?? 0)
        let isOwn = other.has("idempotencyKey", kept?["key"]?.string)
        let isRecent = age <= Int64(kind.settings["MAX_PROOF_AGE"] ?? "300") ?? 0
        let isEarlier = method == "PASSKEY" && Int(kept?["round"]?.string ?? "") == 1
        require(
            "the proof is of this round or recent",
            kind.settings["ROUND_BINDING"] == "age"
                ? isRecent : isOwn && (isRecent || method != "PASSKEY") || isEarlier && isRecent)
        if method == "EMAIL_OTP" {
            let address = event["request"]?["userAttributes"]?["email"]?.string ?? ""
            require(
                "the code went to the user's address",
                Keys.signIn.isEmailDigest(other["emailDigest"]?.string ?? "", of: address))
        }
    }
}
