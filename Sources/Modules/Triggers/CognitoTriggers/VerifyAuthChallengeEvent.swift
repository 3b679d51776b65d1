private import JSON

/// The event of the Verify Auth Challenge Response trigger: an answer to judge.
package struct VerifyAuthChallengeEvent: Sendable {
    /// The envelope.
    package let common: TriggerEvent
    /// The user who signs in.
    package let user: TriggerUser
    /// What Create kept for this round.
    package let privateParameters: [String: String]
    /// The app's answer; empty when it sent none.
    package let answer: String

    /// Reads the event.
    package init(parsing bytes: [UInt8]) throws(TriggerError) {
        common = try TriggerEvent(parsing: bytes, as: .verifyAuthChallenge)
        user = try TriggerUser(common.request)
        var parameters: [String: String] = [:]
        for (name, value) in try common.request.object("privateChallengeParameters", in: "request")?.members ?? [] {
            guard let string = value.string else { throw .invalidMember("request.privateChallengeParameters") }
            parameters[name] = string
        }
        privateParameters = parameters
        answer = try common.request.optional("challengeAnswer", in: "request") ?? ""
    }

    /// The reply with that verdict.
    package func reply(answerCorrect: Bool) -> [UInt8] {
        common.reply([("answerCorrect", .bool(answerCorrect))])
    }
}
