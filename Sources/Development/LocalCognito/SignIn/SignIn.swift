/// A sign-in from one call of the app to the answer to it: which trigger runs next, and what its reply means.
///
/// It calls nothing itself. `begin` and `answer` say what comes first, `resume` what comes after each trigger's reply.
package struct SignIn: Equatable, Sendable {
    /// What comes next.
    package enum Step: Equatable, Sendable {
        /// A trigger is to be called, and its reply given to `resume`.
        case call(TriggerCall)
        /// The app is to be asked.
        case challenge(SignInSession.Challenge, publicParameters: [String: String])
        /// SRP is to be continued, which Define has asked for.
        case askForPassword
        /// The user is signed in.
        case issueTokens
    }

    private let context: TriggerContext
    /// The rounds so far.
    package private(set) var rows: [ChallengeRow]
    /// The round whose answer Verify is judging.
    private var metadataInVerify: String?

    /// A sign-in after those rounds.
    package init(_ context: TriggerContext, rows: [ChallengeRow] = []) {
        self.context = context
        self.rows = rows
    }

    private var openPoints: OpenPoints { context.settings.openPoints }

    /// Adds a round that the pool judged itself.
    mutating func add(_ row: ChallengeRow) { rows.append(row) }

    /// The first step of a new sign-in, and the one after a round that the pool judged itself.
    package func begin() -> Step { .call(context.define(rows)) }

    /// The first step after an answer to a custom challenge.
    package mutating func answer(
        _ answer: String, privateParameters: [String: String], metadata: String?
    ) -> Step {
        metadataInVerify = metadata
        return .call(context.verify(answer, privateParameters: privateParameters))
    }

    /// The step after a trigger's reply.
    ///
    /// - Throws: `InvalidLambdaResponseException`; `NotAuthorizedException` when the sign-in has failed.
    package mutating func resume(_ reply: [UInt8], to call: TriggerCall) throws(PoolError) -> Step {
        let reply = try TriggerReply(reply, to: call, openPoints)
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
        let decisions = [fails, issues, name != nil].count { $0 }
        guard decisions > 0, decisions == 1 || openPoints.severalDecisions == .strictestFirst else {
            throw .unrecognizableOutput
        }
        // An unknown user is never signed in, whatever the triggers say.
        if fails || (issues && context.attributes == nil) { throw .incorrectUsernameOrPassword }
        if issues { return .issueTokens }
        switch name {
        case "CUSTOM_CHALLENGE": return .call(context.create("CUSTOM_CHALLENGE", rows))
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
