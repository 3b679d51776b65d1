private import CognitoTriggers
package import FunctionServices
package import LambdaRuntime
private import Primitives
internal import SignInRules

/// The Verify Auth Challenge Response trigger: judges an answer. Every path ends in "wrong" unless a method has judged
/// the answer right.
package struct VerifyTrigger {
    private let methods: ChallengeMethods
    private let services: Services
    private let verifiedMark: VerifiedMark?
    /// What the proofs must show (`ASSURANCE`).
    private let assurance: RequiredAssurance?
    private let region: JudgingRegion

    /// A trigger as the environment configures it.
    package init(_ services: Services, _ log: Log) throws(FunctionError) {
        let methods = try ChallengeMethods(services, for: .judgement, log)
        services.prepareFirstEvent(log)
        try self.init(methods, services)
    }

    /// A trigger with those methods.
    package init(_ methods: ChallengeMethods, _ services: Services) throws(FunctionError) {
        self.methods = methods
        self.services = services
        verifiedMark = try VerifiedMark(services)
        assurance = try RequiredAssurance(services.settings)
        region = try JudgingRegion(services.settings)
        services.markReady()
    }

    /// Answers an event.
    package func callAsFunction(_ invocation: Invocation, _ log: Log) throws(FunctionError) -> Reply {
        let event: VerifyAuthChallengeEvent
        do { event = try VerifyAuthChallengeEvent(parsing: invocation.event) } catch { throw .trigger(error) }
        let parameters = event.privateParameters
        let number = parameters[Round.Parameter.round].flatMap { Int($0) } ?? 0
        let round = Round(
            number: number, session: [], event: event.common, user: event.user,
            deadline: services.deadline(of: invocation), log: log)
        let name = parameters[Round.Parameter.method] ?? ""
        let made = parameters[Round.Parameter.flow].map(FlowCode.init(rawValue:))
        if let difference = FlowDifference(made, from: methods.flow, of: "VerifyAuthChallenge") {
            log(.warn, "\(difference)")
            return reply(event, .wrong(.otherFlow), of: name, in: round)
        }
        guard let method = methods[name], number >= 1 else {
            return reply(event, .wrong(.unreadableRound), of: name, in: round)
        }
        if let refusal = region.refusal(of: parameters[Round.Parameter.region]) {
            return reply(event, .wrong(refusal), of: name, in: round)
        }
        let verdict = try method.judge(event.answer, parameters: parameters, in: round)
        if verdict == .right(.emailOTP) { verifiedMark?.set(for: round, in: event.common) }
        // An unknown user must also pass a step that anybody can pass: otherwise the next challenge would give the user
        // away.
        let isPhantom = round.account == nil && verdict != .passed
        return reply(event, isPhantom ? .wrong(.unknownUser) : verdict, of: name, in: round)
    }

    private func reply(
        _ event: VerifyAuthChallengeEvent, _ verdict: Verdict, of step: String, in round: Round
    ) -> Reply {
        var line = AuditLine(
            .answerRight, who: event.privateParameters[Round.Parameter.who], subject: round.account?.sub,
            clientID: round.clientID, method: step, round: round.number)
        switch verdict {
        case .right(let method):
            (line.method, line.assurance) = (method.rawValue, assurance?.rawValue)
            return Reply(
                event.reply(answerCorrect: true), outcome: "right", method: method.rawValue, audit: [line])
        case .passed:
            return Reply(event.reply(answerCorrect: true), outcome: "right", method: step, audit: [line])
        case .wrong(let refusal):
            round.log(.info, "answer refused: \(refusal.rawValue)")
            (line.decision, line.reason) = (.answerWrong, refusal.rawValue)
            return Reply(event.reply(answerCorrect: false), outcome: refusal.rawValue, audit: [line])
        }
    }
}
