package import CognitoTriggers
package import LambdaRuntime

/// Decides from all rounds of a session what comes next.
package struct SessionRules: Equatable, Sendable {
    /// How a start with SRP is treated in a flow that does not begin with the password.
    package enum SRPStart: String, CaseIterable, Sendable {
        /// It ends the sign-in.
        case refuse
        /// It is treated as a plain start, for old iOS clients, which always send it. It never proves anything.
        case ignore
    }

    /// The steps to pass.
    package let flow: SignInFlow
    /// How many answers may be given to each step.
    package let maximumAttempts: Int
    /// How a start with SRP is treated if the flow does not begin with the password.
    package let srpStart: SRPStart

    /// Rules with these values.
    package init(flow: SignInFlow = SignInFlow(), maximumAttempts: Int = 3, srpStart: SRPStart = .refuse) {
        self.flow = flow
        self.maximumAttempts = maximumAttempts
        self.srpStart = srpStart
    }

    /// Reads `SIGN_IN_FLOW`, `MAX_ATTEMPTS` and, for a flow that does not begin with the password, `SRP_START`.
    package init(_ settings: Settings) throws(FunctionError) {
        flow = try SignInFlow(settings)
        maximumAttempts = Int(try settings.integer("MAX_ATTEMPTS", in: 1...10, default: 3))
        srpStart = flow.beginsWithPassword ? .refuse : try settings.choice("SRP_START", default: .refuse)
    }

    /// What comes next, and for a failure why.
    package enum Decision: Equatable, Sendable {
        case issueTokens
        case password
        case challenge
        case fail(Failure)
    }

    /// Walks all rows of a session: only right answers to every step, in order and each within the cap, earn tokens.
    package func decide(_ session: [SessionRow], user: TriggerUser) -> Decision {
        var start = SessionStart(beginsWithPassword: flow.beginsWithPassword, ignoresSRP: srpStart == .ignore)
        var position = FlowPosition(flow.steps)
        for row in session {
            // Cognito asks for a remembered device when it likes. The device proves nothing about the person.
            if row.result.isOfDevice {
                guard row.result.challengeResult else { return .fail(.wrongDevice) }
                continue
            }
            if position.isComplete { return .fail(.rowAfterSuccess) }
            guard row.isRound else {
                if let failure = start.take(row.result) { return .fail(failure) }
                continue
            }
            // A round of another flow is worth nothing, even if that flow has all of this one's steps.
            if let made = row.note?.flow, made != flow.code { return .fail(.otherFlow) }
            guard start.allowsChallenges else { return .fail(.noPassword) }
            start.end()
            // The cap comes before the answer: an answer beyond the cap is worth nothing, even if it is right.
            guard position.wrongAnswers < maximumAttempts else { return .fail(.tooManyAttempts) }
            guard position.take(row.note?.step, isRight: row.result.challengeResult) else { return .fail(.wrongStep) }
        }
        if start.asksForPassword { return .password }
        guard start.allowsChallenges else { return .fail(.noPassword) }
        if position.isComplete { return user.isNotFound ? .fail(.unknownUser) : .issueTokens }
        return position.wrongAnswers < maximumAttempts ? .challenge : .fail(.tooManyAttempts)
    }
}

extension SessionRules {
    /// The name of the challenge that a failure with `unknownChallenge` is about: the first that the flow never sets.
    package func unknownChallenge(in session: [SessionRow]) -> String? {
        session.first { row in
            var start = SessionStart(beginsWithPassword: flow.beginsWithPassword, ignoresSRP: srpStart == .ignore)
            return !row.result.isOfDevice && !row.isRound && start.take(row.result) == .unknownChallenge
        }?.result.challengeName
    }

    /// Why a sign-in is over: for log and metrics, never for the caller.
    package enum Failure: String, CaseIterable, Equatable, Sendable {
        /// The session began with SRP although the flow does not, or SRP came later than at the start.
        case srpStart = "srp_start"
        /// The flow begins with the password, but the session does not.
        case noPassword = "no_password"
        /// The password is wrong.
        case wrongPassword = "wrong_password"
        /// The second factor that Cognito asked for after the password is wrong.
        case wrongSecondFactor = "wrong_second_factor"
        /// The device is not the remembered one that it claims to be.
        case wrongDevice = "wrong_device"
        /// A row belongs to a challenge that this flow never sets.
        case unknownChallenge = "unknown_challenge"
        /// A row belongs to another step than the one that was due.
        case wrongStep = "wrong_step"
        /// A step has more answers than the cap allows, or the last answer allowed is wrong.
        case tooManyAttempts = "too_many_attempts"
        /// A row follows the right answer to the last step, which always ends a session.
        case rowAfterSuccess = "row_after_success"
        /// A round was made under another flow than Define's: the functions have different `SIGN_IN_FLOW`s.
        case otherFlow = "other_flow"
        /// Cognito knows no such user, although every answer was judged right.
        case unknownUser = "unknown_user"
        /// The app client is not one of those this deployment serves.
        case foreignClient = "foreign_client"
    }
}

/// What happened in a session before its first custom challenge: the rows that Cognito makes by itself.
///
/// They are a start with SRP, the password, and a second factor if the pool is set up so. Each may appear once, in its
/// place and with a right answer. Only the password proves anything.
struct SessionStart {
    private let beginsWithPassword: Bool
    private let ignoresSRP: Bool
    private var names: [String] = []
    private var isOver = false

    private static let secondFactors: Set<String> = ["SMS_MFA", "SOFTWARE_TOKEN_MFA", "EMAIL_OTP"]

    init(beginsWithPassword: Bool, ignoresSRP: Bool) {
        self.beginsWithPassword = beginsWithPassword
        self.ignoresSRP = ignoresSRP
    }

    /// Whether the password is the next thing to be asked for.
    var asksForPassword: Bool { beginsWithPassword && names == [ChallengeResult.srpStart] }

    /// Whether custom challenges may follow.
    var allowsChallenges: Bool { !beginsWithPassword || names.contains(ChallengeResult.passwordVerifier) }

    /// Takes a row that is not a custom challenge.
    /// - Returns: why the sign-in ends with it, if it does.
    mutating func take(_ row: ChallengeResult) -> SessionRules.Failure? {
        let name = row.challengeName
        switch name {
        case ChallengeResult.srpStart:
            // Only the client decides to start with SRP, and the row for it is always a right one.
            guard names.isEmpty, !isOver, beginsWithPassword ? row.challengeResult : ignoresSRP else {
                return .srpStart
            }
        case ChallengeResult.passwordVerifier where beginsWithPassword:
            guard asksForPassword else { return .wrongStep }
            guard row.challengeResult else { return .wrongPassword }
        case _ where beginsWithPassword && Self.secondFactors.contains(name):
            guard allowsChallenges, !isOver, !names.contains(name) else { return .wrongStep }
            guard row.challengeResult else { return .wrongSecondFactor }
        default:
            return .unknownChallenge
        }
        names.append(name)
        return nil
    }

    /// Notes that the first custom challenge has been answered.
    mutating func end() { isOver = true }
}
