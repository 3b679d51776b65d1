internal import Addresses
internal import FunctionServices
internal import JSON
internal import LambdaRuntime
internal import NewPassword
internal import SignInRules
internal import SignUp

extension FuzzTarget {
    /// The triggers around the sign-in: Pre Sign-up and Pre Token Generation.
    static let signUp = FuzzTarget(
        name: "sign-up",
        seeds: {
            var seeds: [[UInt8]] = []
            for mode: UInt8 in 0..<4 { for source: UInt8 in 1...4 { seeds.append([mode, source, 0, 0]) } }
            for event in SampleFiles.events("PreSignUp") { seeds += [[0, 0] + event, [1, 0] + event] }
            for event in SampleFiles.events("PreTokenGeneration") { seeds.append([3, 0] + event) }
            return seeds
        },
        words: [
            "PreSignUp_SignUp", "PreSignUp_AdminCreateUser", "TokenGeneration_NewPasswordChallenge", "idToken",
            "custom:oidc_subject", "autoConfirmUser", "phone_number",
        ]
    ) { input in
        var choices = Choices(input[...])
        switch choices.index(below: 4) {
        case 0: trySignUp(["CONFIRM_SIGN_UP": "auto", "ALLOWED_CLIENT_IDS": SampleEvent.client], &choices)
        case 1:
            trySignUp(
                ["CONFIRM_SIGN_UP": "auto", "ALLOWED_CLIENT_IDS": "*"].merging(IDTokens.settings) { $1 }, &choices)
        case 2: trySignUp(IDTokens.settings, &choices)
        default: tryTokens(&choices)
        }
    }

    private static func event(_ source: String, _ answer: SignedAnswer?, _ choices: inout Choices) -> [UInt8] {
        var request: [(String, JSONTree)] = []
        if let answer { request.append(("clientMetadata", .object([("idToken", .string(answer.text))]))) }
        return SampleEvent.trigger(source, request, response: #"{"autoConfirmUser":false,"autoVerifyEmail":false}"#)
            .edited(by: &choices).bytes
    }

    private static func trySignUp(_ settings: [String: String], _ choices: inout Choices) {
        let deployment = Deployment(settings)
        IDTokens.publish(on: deployment.transport)
        let trigger = certain("PreSignUp starts") { try PreSignUpTrigger(deployment.services) }
        let kind = choices.index(below: 5)
        let answer = kind == 0 ? nil : IDTokens.answer(nonce: nil, by: &choices)
        let sources = [
            "PreSignUp_SignUp", "PreSignUp_SignUp", "PreSignUp_ExternalProvider", "PreSignUp_AdminCreateUser",
        ]
        let event = kind == 0 ? choices.remainder() : event(sources[kind - 1], answer, &choices)
        deployment.transport.choices = Choices(choices.remainder()[...])
        let reply = TriggerReply(to: event) { try trigger(Deployment.invocation(event), deployment.log) }
        deployment.requireSecret([SampleEvent.email, SampleEvent.subject], chosen: [answer?.text ?? ""])
        guard let reply else { return }
        reply.requireChanges(only: ["autoConfirmUser"])
        let attributes = reply.event["request"]?["userAttributes"]
        let token = reply.event["request"]?["clientMetadata"]?["idToken"]?.string
        let source = reply.event["triggerSource"]?.string ?? ""
        // An edited event may hold another text than the one that was signed, and nobody can believe that.
        let claims = token == answer?.text ? answer?.claims : nil
        if let linked = attributes?["custom:oidc_subject"]?.string, !linked.isEmpty,
            source != "PreSignUp_AdminCreateUser"
        {
            let claims = IDTokens.requireAcceptable(claims)
            require(
                "the subject is proven",
                claims.has("sub", linked.split(separator: "|", maxSplits: 1).last.map(String.init)))
            require("the subject is the issuer's", linked.hasPrefix("https://issuer.example/|"))
        }
        guard reply.response["autoConfirmUser"]?.bool == true, reply.event["response"]?["autoConfirmUser"]?.bool != true
        else { return }
        require("only an account that its user makes is confirmed", source == "PreSignUp_SignUp")
        require("accounts are confirmed only where asked", settings["CONFIRM_SIGN_UP"] == "auto")
        guard settings["TOKEN_MODE"] == "oidc" else { return }
        let proven = IDTokens.requireAcceptable(claims)
        require("the issuer has verified the address", proven["email_verified"]?.bool == true)
        require(
            "the account has the proven address",
            EmailAddress.areEqual(proven["email"]?.string ?? "", attributes?["email"]?.string ?? ""))
    }

    private static func tryTokens(_ choices: inout Choices) {
        let deployment = Deployment(["ALLOWED_CLIENT_IDS": SampleEvent.client])
        let trigger = certain("PreTokenGeneration starts") {
            try PreTokenGenerationTrigger(deployment.services.settings)
        }
        let kind = choices.index(below: 3)
        let sources = ["TokenGeneration_Authentication", "TokenGeneration_NewPasswordChallenge"]
        let event = kind == 0 ? choices.remainder() : event(sources[kind - 1], nil, &choices)
        let reply = TriggerReply(to: event) { try trigger(Deployment.invocation(event), deployment.log) }
        guard let reply else { return }
        reply.requireChanges(only: [])
        let client = reply.event["callerContext"]?["clientId"]?.string
        require(
            "a new password earns no tokens",
            reply.event["triggerSource"]?.string != "TokenGeneration_NewPasswordChallenge"
                || client.map { !$0.isEmpty && $0 != SampleEvent.client } ?? false)
    }
}
