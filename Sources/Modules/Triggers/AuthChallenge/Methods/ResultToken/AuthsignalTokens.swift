internal import Authsignal
internal import CognitoTriggers
internal import FunctionServices
internal import HTTP
internal import LambdaRuntime
internal import Primitives
internal import TokenSources

/// Tokens that Authsignal's cloud issues.
struct AuthsignalTokenIssuer: TokenIssuer {
    private let client: AuthsignalClient
    private let settings: AuthsignalSettings
    private let lookAlike: LookAlike
    /// How long tokens take at least.
    private let floor: ResponseTimeFloor
    private let services: Services

    init(_ settings: AuthsignalSettings, _ services: Services) {
        self.settings = settings
        self.services = services
        client = AuthsignalClient(settings, services)
        floor = services.responseTimeFloor(settings.minimumResponseTime)
        lookAlike = LookAlike(secret: Array(settings.secret.value.utf8), actionCode: settings.actions.signIn)
    }

    func issue(in round: Round) throws(FunctionError) -> IssuedToken {
        try floor.pad(by: round.deadline) { () throws(FunctionError) in
            guard let account = round.account else { return try closed(round) }
            return try issue(for: account, in: round)
        }
    }

    private func issue(for account: TriggerUser.Account, in round: Round) throws(FunctionError) -> IssuedToken {
        var tracked = try track(account, round)
        if tracked.state.isHeld { return try closed(round, because: Self.hold(tracked)) }
        let authenticators = try authenticators(tracked, account, round)
        switch CodeReach(authenticators, of: account.email, settings.firstEnrolment) {
        case .token: break
        case .withoutCode(let reason): return try withoutCode(account, authenticators, round, because: reason)
        case .enrol(let email):
            if let reason = try enrol(email, account, round) {
                return try withoutCode(account, authenticators, round, because: reason)
            }
            tracked = try track(account, round)
            if tracked.state.isHeld { return try closed(round, because: Self.hold(tracked)) }
        }
        return IssuedToken(
            text: tracked.token, url: tracked.url, isEnrolled: tracked.isEnrolled,
            round: TokenRound(key: tracked.idempotencyKey, subject: account.sub, isClosed: false))
    }

    /// Gives a user the email authenticator that their token must be able to challenge.
    /// - Returns: why there is none, if Authsignal does not take the address.
    private func enrol(
        _ email: String, _ account: TriggerUser.Account, _ round: Round
    ) throws(FunctionError) -> CodeReach.Reason? {
        do { try client.enrolEmail(email, userID: account.sub, by: round.deadline) } catch {
            if case .refused(let status, _) = error, [400, 422].contains(status) { return .refusedAddress }
            throw .hidden(.unavailable, error.description)
        }
        return nil
    }

    private func track(_ account: TriggerUser.Account, _ round: Round) throws(FunctionError) -> TrackedAction {
        let key = try services.uuid()
        return try AuthsignalClient.call { () throws(AuthsignalError) in
            try client.track(
                settings.actions.signIn, userID: account.sub, idempotencyKey: key, email: account.email,
                username: round.userName, by: round.deadline)
        }
    }

    /// What the user has enrolled. Authsignal is asked only if it has not already said that email is not enrolled. The
    /// methods that it lists count, whatever it says of the enrolment.
    private func authenticators(
        _ tracked: TrackedAction, _ account: TriggerUser.Account, _ round: Round
    ) throws(FunctionError) -> [UserAuthenticator] {
        if let methods = tracked.enrolledMethods, !methods.contains(.emailOTP) {
            return methods.map { UserAuthenticator(method: $0, email: nil) }
        }
        guard tracked.isEnrolled || tracked.enrolledMethods != nil else { return [] }
        return try AuthsignalClient.call { () throws(AuthsignalError) in
            try client.authenticators(userID: account.sub, by: round.deadline)
        }
    }

    private static func hold(_ tracked: TrackedAction) -> String { "the state \(tracked.state.rawValue.logWord)" }

    /// A round that cannot be won and does not show it.
    /// - Parameter reason: why the user is held; nil for an unknown user.
    private func closed(_ round: Round, because reason: String? = nil) throws(FunctionError) -> IssuedToken {
        if let reason { round.log(.info, "a look-alike challenge is handed out: \(reason)") }
        let key = try services.uuid()
        guard let bytes = services.random(32) else { throw .hidden(.internalError, "no random bytes") }
        return lookAlike.token(in: round, key: key, now: services.now() / 1_000, signature: bytes)
    }

    /// A round that no code can win. Its look-alike token sends none: with a code, the owner of a mailbox that is no
    /// longer the user's could enrol a passkey at Authsignal. A passkey proven before the sign-in still wins the round,
    /// so it is closed only for a user who has no authenticator.
    private func withoutCode(
        _ account: TriggerUser.Account, _ authenticators: [UserAuthenticator], _ round: Round,
        because reason: CodeReach.Reason
    ) throws(FunctionError) -> IssuedToken {
        guard !authenticators.isEmpty else { return try closed(round, because: reason.rawValue) }
        round.log(.warn, "no code can be sent, only an earlier passkey can win: \(reason.rawValue)")
        var issued = try closed(round)
        issued.round = TokenRound(key: issued.round.key, subject: account.sub, isClosed: false)
        return issued
    }
}

extension AuthsignalClient {
    /// Turns a fault of the service into the failure of this invocation.
    static func call<Value>(_ request: () throws(AuthsignalError) -> Value) throws(FunctionError) -> Value {
        do { return try request() } catch { throw .hidden(.unavailable, error.description) }
    }
}

/// Has Authsignal's cloud validate the tokens that it made.
struct AuthsignalProofReader: ProofReader {
    private let client: AuthsignalClient
    /// Nil if a passkey may be proven for another action: then the action in the answer is judged.
    private let requiredActionCode: String?
    /// How long refusals take at least.
    private let floor: ResponseTimeFloor

    init(_ settings: AuthsignalSettings, _ services: Services) {
        client = AuthsignalClient(settings, services)
        let actions = settings.actions
        requiredActionCode = actions.passkey == actions.signIn ? actions.signIn : nil
        floor = services.responseTimeFloor(settings.minimumResponseTime)
    }

    func proof(
        in answer: String, for issued: TokenRound, in round: Round
    ) throws(FunctionError) -> Result<Proof, Refusal> {
        // Only real users can have right answers, so these need not wait.
        try floor.pad(by: round.deadline, if: { (try? $0.get()) == nil }) { () throws(FunctionError) in
            guard !issued.isClosed, let account = round.account else { return .failure(.closedRound) }
            return try proof(in: answer, for: account, in: round)
        }
    }

    private func proof(
        in answer: String, for account: TriggerUser.Account, in round: Round
    ) throws(FunctionError) -> Result<Proof, Refusal> {
        let validation = try AuthsignalClient.call { () throws(AuthsignalError) in
            try client.validate(answer, userID: account.sub, action: requiredActionCode, by: round.deadline)
        }
        let challenge: ValidatedChallenge
        switch validation {
        case .answered(let answered): challenge = answered
        case .refused(let code):
            round.log(.info, "Authsignal refused the token: \(code)")
            return .failure(.invalidToken)
        }
        guard challenge.isValid, challenge.state == .challengeSucceeded else {
            return .failure(challenge.userID.map { $0 == account.sub } ?? true ? .notSucceeded : .wrongUser)
        }
        // What the service leaves out is not proven.
        return .success(
            Proof(
                subject: challenge.userID ?? "", actionCode: challenge.action ?? "",
                idempotencyKey: challenge.idempotencyKey ?? "",
                method: challenge.method ?? .init(rawValue: ""), isSuccessful: true,
                time: challenge.stateUpdatedAt.map { .known($0) } ?? .unknown))
    }

    func lookUpTime(of proof: Proof, by deadline: Deadline) throws(FunctionError) -> Int64? {
        guard !proof.idempotencyKey.isEmpty else { return nil }
        return try AuthsignalClient.call { () throws(AuthsignalError) in
            try client.stateUpdatedAt(
                proof.actionCode, userID: proof.subject, idempotencyKey: proof.idempotencyKey, by: deadline)
        }
    }

    /// Only an email authenticator with the address that Cognito has now proves it: after a change, the old address may
    /// be somebody else's mailbox.
    func confirms(_ proof: Proof, wentTo email: String, by deadline: Deadline) throws(FunctionError) -> Bool {
        let authenticators = try AuthsignalClient.call { () throws(AuthsignalError) in
            try client.authenticators(userID: proof.subject, by: deadline)
        }
        return authenticators.reachOnly(email) ?? false
    }
}
