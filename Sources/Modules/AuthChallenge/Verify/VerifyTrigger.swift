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
        guard let method = methods[name], number >= 1 else {
            return reply(event, .wrong(.unreadableRound), of: name, log)
        }
        let verdict = try method.judge(event.answer, parameters: parameters, in: round)
        if verdict == .right(.emailOTP) { verifiedMark?.set(for: round, in: event.common) }
        // An unknown user must also pass a step that anybody can pass: otherwise the next challenge would give the user
        // away.
        let isPhantom = round.account == nil && verdict != .passed
        return reply(event, isPhantom ? .wrong(.unknownUser) : verdict, of: name, log)
    }

    private func reply(
        _ event: VerifyAuthChallengeEvent, _ verdict: Verdict, of step: String, _ log: Log
    ) -> Reply {
        switch verdict {
        case .right(let method):
            return Reply(event.reply(answerCorrect: true), outcome: "right", method: method.rawValue)
        case .passed:
            return Reply(event.reply(answerCorrect: true), outcome: "right", method: step)
        case .wrong(let refusal):
            log(.info, "answer refused: \(refusal.rawValue)")
            return Reply(event.reply(answerCorrect: false), outcome: refusal.rawValue)
        }
    }
}
