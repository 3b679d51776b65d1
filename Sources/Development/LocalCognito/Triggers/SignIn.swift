/// A sign-in between a call of the app and the answer to it. It decides which trigger runs next, and what its
/// reply means.
///
/// It calls nothing itself: `begin` and `answer` return the first step, `resume` the step after each trigger's reply.
package struct SignIn: Equatable, Sendable {
    /// What comes next.
    package enum Step: Equatable, Sendable {
        /// Call a trigger and give its reply to `resume`.
        case call(TriggerCall)
        /// Ask the app for an answer to a custom challenge.
        case challenge(SignInSession.Challenge, publicParameters: [String: String])
        /// Continue SRP, because Define has asked for the password.
        case askForPassword
        /// The user is signed in: issue tokens.
        case issueTokens
    }

    private let context: TriggerContext
    /// The answered rounds so far.
    package private(set) var rows: [ChallengeRow]
    /// The metadata of the round whose answer Verify is checking.
    private var metadataInVerify: String?

    /// A sign-in after these rounds.
    package init(_ context: TriggerContext, rows: [ChallengeRow] = []) {
        self.context = context
        self.rows = rows
    }

    /// The first step of a new sign-in, and the first step after a round that the pool checked itself.
    package func begin() -> Step { .call(context.define(after: rows)) }

    /// The first step after an answer to a custom challenge.
    package mutating func answer(
        _ answer: String, privateParameters: [String: String], metadata: String?
    ) -> Step {
        metadataInVerify = metadata
        return .call(context.verify(answer, privateParameters: privateParameters))
    }

    /// The step after a trigger's reply.
    ///
    /// - Throws: `InvalidLambdaResponseException`; `NotAuthorizedException` if the sign-in has failed.
    package mutating func resume(_ reply: [UInt8], to call: TriggerCall) throws(PoolError) -> Step {
        let reply = try TriggerReply(reply, to: call)
        switch call.trigger {
        case .defineAuthChallenge: return try decide(reply)
        case .createAuthChallenge: return try challenge(reply)
        case .verifyAuthChallengeResponse:
            rows.append(
                ChallengeRow(
                    name: "CUSTOM_CHALLENGE", result: try reply.flag("answerCorrect"), metadata: metadataInVerify))
            return begin()
        default: throw .unrecognizableOutput
        }
    }

    private func decide(_ reply: TriggerReply) throws(PoolError) -> Step {
        let fails = try reply.flag("failAuthentication")
        let issues = try reply.flag("issueTokens")
        let name = try reply.text("challengeName").flatMap { $0.isEmpty ? nil : $0 }
        // Of several decisions the strictest counts. An unknown user is never signed in, whatever the triggers decide.
        if fails || (issues && context.attributes == nil) { throw .incorrectUsernameOrPassword }
        if issues { return .issueTokens }
        switch name {
        case "CUSTOM_CHALLENGE": return .call(context.create("CUSTOM_CHALLENGE", after: rows))
        case "PASSWORD_VERIFIER" where rows.last?.name == "SRP_A": return .askForPassword
        default: throw .unrecognizableOutput
        }
    }

    private func challenge(_ reply: TriggerReply) throws(PoolError) -> Step {
        let privateParameters = try reply.strings("privateChallengeParameters")
        guard !privateParameters.isEmpty else { throw .unrecognizableOutput }
        return .challenge(
            .custom(privateParameters: privateParameters, metadata: try reply.text("challengeMetadata")),
            publicParameters: try reply.strings("publicChallengeParameters"))
    }
}
