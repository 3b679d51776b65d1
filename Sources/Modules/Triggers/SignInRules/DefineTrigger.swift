private import AuditLog
private import CognitoTriggers
package import LambdaRuntime
private import Primitives

/// The Define Auth Challenge trigger: decides after each round whether Cognito issues tokens, ends the sign-in or asks
/// again.
package struct DefineTrigger: Sendable {
    private let rules: SessionRules
    private let clients: AllowedClients

    /// A trigger that serves those clients by those rules.
    package init(rules: SessionRules, clients: AllowedClients = .all) {
        self.rules = rules
        self.clients = clients
    }

    /// A trigger as the environment configures it.
    /// - Parameter log: for a line about settings with which a session may become too long.
    package init(_ settings: Settings, _ log: Log? = nil) throws(FunctionError) {
        self.init(rules: try SessionRules(settings), clients: try AllowedClients(settings) ?? .all)
        if let warning = SessionLength(of: rules.flow).warning(attempts: rules.maximumAttempts) { log?(.warn, warning) }
    }

    /// Answers an event.
    package func callAsFunction(_ invocation: Invocation, _ log: Log) throws(FunctionError) -> Reply {
        let event: DefineAuthChallengeEvent
        do { event = try DefineAuthChallengeEvent(parsing: invocation.event) } catch { throw .trigger(error) }
        let session = event.session.map(SessionRow.init)
        // A client may begin with SRP, whose row then comes before the first call.
        let isStart = session.allSatisfy { $0.result.challengeName == ChallengeResult.srpStart }
        switch decide(event, session) {
        case .issueTokens:
            return Reply(
                event.reply(.issueTokens), outcome: "issue_tokens", audit: [line(.tokensIssued, event, session)])
        case .password: return Reply(event.reply(.passwordVerifier), outcome: "password", isStart: isStart)
        case .challenge:
            return Reply(event.reply(.customChallenge), outcome: "challenge", isStart: isStart)
        case .fail(let failure):
            let unknown = failure == .unknownChallenge ? rules.unknownChallenge(in: session)?.quoted : nil
            log(
                SetupFault.isOne(failure.rawValue) ? .error : .info,
                "sign-in failed: \(failure.rawValue)\(unknown.map { ": \($0)" } ?? "")")
            if let difference = rules.flow.difference(from: session, in: "DefineAuthChallenge") {
                log(.error, difference)
            }
            var line = line(.signInRefused, event, session)
            line.reason = failure.rawValue
            return Reply(
                event.reply(.failAuthentication), outcome: failure.rawValue, isStart: isStart, audit: [line])
        }
    }

    private func line(
        _ kind: AuditLine.Kind, _ event: DefineAuthChallengeEvent, _ session: [SessionRow]
    ) -> AuditLine {
        let rounds = session.filter(\.isRound)
        return AuditLine(
            kind, who: rounds.lazy.compactMap { $0.note?.who }.first, subject: event.user.account?.sub,
            clientID: event.common.clientID, step: rounds.last?.note?.step?.rawValue,
            round: rounds.isEmpty ? nil : rounds.count)
    }

    private func decide(_ event: DefineAuthChallengeEvent, _ session: [SessionRow]) -> SessionRules.Decision {
        guard clients.contains(event.common.clientID) else { return .fail(.foreignClient) }
        return rules.decide(session, user: event.user)
    }
}
