internal import Essentials
internal import JSON
internal import LocalCognito
internal import RuntimeAPIHost

/// One call of a trigger's function during a sign-in.
struct SignInStep: Sendable {
    /// Which sign-in of the history it belongs to.
    var signIn = 0
    /// The number of its event in the timeline.
    let number: Int
    /// The function's name.
    let function: String
    /// The decision in a few words.
    let decision: String
    /// When it happened.
    let time: Date
    let event: JSONValue
    /// The member `response` of the reply; nil if the function failed.
    let response: JSONValue?
    /// The function's error as `type` and `message`; nil if it answered.
    let error: JSONValue?

    /// The step of an event in the timeline; nil if it is no trigger of a sign-in, or had no answer at all.
    init?(_ event: TimelineEvent) {
        guard event.kind == .trigger, let sample = event.sample, let parsed = try? JSONValue(parsing: sample.event),
            let function = Self.functions.first(where: sample.name.hasPrefix)
        else { return nil }
        response = sample.reply.flatMap { try? JSONValue(parsing: $0) }?["response"]
        error = sample.error.flatMap { try? JSONValue(parsing: $0) }
        guard response != nil || error != nil else { return nil }
        number = event.number
        time = event.time
        decision = event.outcome
        self.function = function
        self.event = parsed
    }

    /// The functions that Cognito calls during a sign-in.
    private static let functions = [
        "DefineAuthChallenge", "CreateAuthChallenge", "VerifyAuthChallenge", "PreTokenGeneration",
    ]

    var isDefine: Bool { function == "DefineAuthChallenge" }
    var isCreate: Bool { function == "CreateAuthChallenge" }
    var isVerify: Bool { function == "VerifyAuthChallenge" }

    /// The rows of the session, as Define and Create receive them.
    var rows: [JSONValue] { event["request"]?["session"]?.elements ?? [] }
    /// The answer that Verify judges.
    var answer: String? { event["request"]?["challengeAnswer"]?.string }
    var user: String { event["userName"]?.string ?? "" }

    func attribute(_ name: String) -> String? { event["request"]?["userAttributes"]?[name]?.string }

    /// Whether a sign-in begins with this step.
    /// Cognito may have taken SRP's first value before it asks Define for the first time.
    var begins: Bool { isDefine && rows.allSatisfy { $0["challengeName"]?.string == "SRP_A" } }

    /// Whether this step can be the next one of a sign-in.
    func follows(_ signIn: [SignInStep]) -> Bool {
        guard let last = signIn.last, last.user == user, last.error == nil else { return false }
        let known = signIn.last { $0.isDefine }?.rows ?? []
        switch function {
        case "DefineAuthChallenge":
            guard rows.count > known.count, zip(rows, known).allSatisfy({ $0.bytes == $1.bytes }) else { return false }
            // Cognito itself asks for a password.
            return last.isVerify || last.isDefine && last.response?["challengeName"]?.string != "CUSTOM_CHALLENGE"
        case "CreateAuthChallenge":
            return last.isDefine && rows.count == known.count && zip(rows, known).allSatisfy { $0.bytes == $1.bytes }
        case "VerifyAuthChallenge":
            return last.isCreate && parameters(event["request"]) == parameters(last.response)
        default: return last.isDefine && last.response?["issueTokens"]?.bool == true
        }
    }

    /// What Create keeps of the round, which Verify receives.
    private func parameters(_ value: JSONValue?) -> [String: String] {
        value?["privateChallengeParameters"]?.strings ?? [:]
    }
}
