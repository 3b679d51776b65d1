/// The event of the Create Auth Challenge trigger: a challenge is to be made.
package struct CreateAuthChallengeEvent: Sendable {
    /// The envelope.
    package let common: TriggerEvent
    /// The user who signs in.
    package let user: TriggerUser
    /// The rounds so far.
    package let session: [ChallengeResult]

    /// Reads the event.
    /// - Throws: `TriggerError`, also when Define chose a challenge that is not a custom one.
    package init(parsing bytes: [UInt8]) throws(TriggerError) {
        common = try TriggerEvent(parsing: bytes, as: .createAuthChallenge)
        user = try TriggerUser(common.request)
        session = try ChallengeResult.rows(of: common.request)
        guard try common.request.required("challengeName", in: "request") == ChallengeResult.customChallenge else {
            throw .invalidMember("request.challengeName")
        }
    }

    /// The reply with a challenge.
    /// - Parameters:
    ///   - publicParameters: what the app sees.
    ///   - privateParameters: what Verify of the same round gets; Cognito refuses an empty set.
    ///   - metadata: what Define and Create see of this round later. It travels inside Cognito's session, which is at
    ///     most 2,048 characters long.
    package func reply(
        publicParameters: [String: String], privateParameters: [String: String], metadata: String
    ) -> [UInt8] {
        common.reply([
            ("publicChallengeParameters", .strings(publicParameters)),
            ("privateChallengeParameters", .strings(privateParameters)),
            ("challengeMetadata", .string(metadata)),
        ])
    }
}
