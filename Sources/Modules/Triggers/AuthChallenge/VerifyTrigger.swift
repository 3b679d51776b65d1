internal import AWS
private import AuditLog
private import CognitoTriggers
package import FunctionServices
package import LambdaRuntime
private import Passkeys
private import Primitives
internal import SignInRules

/// The Verify Auth Challenge Response trigger: judges an answer. Every path ends in "wrong" unless a method has judged
/// the answer right.
package struct VerifyTrigger {
    private let methods: FlowMethods<any AnswerJudge>
    private let services: Services
    /// Marks addresses as verified; nil if that is off.
    private let userPools: AWSClient?
    /// What the proofs must show, for the audit log.
    private let assurance: RequiredAssurance?

    /// A trigger as the environment configures it.
    package init(_ services: Services, _ log: Log) throws(FunctionError) {
        let configuration = try SignInConfiguration(services, log)
        methods = try configuration.judges()
        userPools = try configuration.userPools()
        assurance = configuration.assurance
        self.services = services
        services.prepareFirstEvent(log)
        services.markReady()
    }

    /// Answers an event.
    package func callAsFunction(_ invocation: Invocation, _ log: Log) throws(FunctionError) -> Reply {
        let event: VerifyAuthChallengeEvent
        do { event = try VerifyAuthChallengeEvent(parsing: invocation.event) } catch { throw .trigger(error) }
        let parameters = RoundParameters(event.privateParameters)
        let round = Round(
            number: parameters.number, event: event.common, user: event.user,
            deadline: services.deadline(of: invocation),
            log: log)
        return reply(event, try judge(event.answer, parameters, in: round, event.common), parameters, in: round)
    }

    private func judge(
        _ answer: String, _ parameters: RoundParameters, in round: Round, _ event: TriggerEvent
    ) throws(FunctionError) -> AnswerVerdict {
        if let difference = methods.flow.difference(from: parameters.flow, in: "VerifyAuthChallenge") {
            round.log(.error, difference)
            return .wrong(.otherFlow)
        }
        guard let step = parameters.step, let method = methods[step], round.number >= 1 else {
            return .wrong(.unreadableRound)
        }
        let verdict = try method.judge(answer, parameters: parameters, in: round)
        // An unknown user must also pass a step that anybody can pass: otherwise the next challenge would give the user
        // away.
        guard round.account != nil || verdict == .passed else { return .wrong(.unknownUser) }
        if verdict == .right(.emailOTP) { markEmailVerified(for: round, in: event) }
        return verdict
    }

    /// Marks a user's address as verified in Cognito once a code sent to it has come back: custom authentication never
    /// does so by itself. A failure is logged and does not fail the sign-in, which is proven already.
    private func markEmailVerified(for round: Round, in event: TriggerEvent) {
        guard let userPools, let account = round.account, let email = account.email, !account.isEmailVerified
        else { return }
        do throws(AWSError) {
            try userPools.markEmailVerified(
                email, userName: event.userName, userPoolID: event.userPoolID, region: event.region,
                by: round.deadline)
        } catch {
            round.log(.warn, "the address could not be marked as verified: \(error)")
        }
    }

    private func reply(
        _ event: VerifyAuthChallengeEvent, _ verdict: AnswerVerdict, _ parameters: RoundParameters, in round: Round
    ) -> Reply {
        let step = parameters.step?.rawValue
        var line = AuditLine(
            .answerRight, who: parameters.who, subject: round.account?.sub, clientID: round.clientID, step: step,
            round: round.number)
        func wrong(_ reason: String, _ said: String) -> Reply {
            round.log(SetupFault.isOne(reason) ? .error : .info, "answer refused: \(said)")
            (line.kind, line.reason) = (.answerWrong, reason)
            return Reply(event.reply(answerCorrect: false), outcome: reason, audit: [line])
        }
        switch verdict {
        case .right(let method):
            (line.method, line.assurance) = (method.rawValue, assurance?.rawValue)
            return Reply(
                event.reply(answerCorrect: true), outcome: "right", method: method.rawValue, audit: [line])
        case .passed:
            return Reply(event.reply(answerCorrect: true), outcome: "right", method: step ?? "none", audit: [line])
        case .wrong(let refusal): return wrong(refusal.rawValue, refusal.rawValue)
        case .refusedPasskey(let refused): return wrong(refused.reason.rawValue, "\(refused)")
        }
    }
}
