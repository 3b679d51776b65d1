internal import FunctionServices
internal import HTTP
internal import LambdaRuntime
private import Passkeys
internal import Primitives
internal import TokenSources

/// Issues the challenge `RESULT_TOKEN`: the app gets a token, proves a passkey or an emailed code with it, and answers
/// with the result token that it gets for that.
struct ResultTokenIssuer: ChallengeIssuer {
    private let mode: TokenMode
    private let tokens: any TokenIssuer
    /// Makes options for passkeys; nil if there are none.
    private let passkeys: PasskeyOptions?
    private let services: Services

    init(_ settings: ResultTokenSettings, _ services: Services) {
        mode = settings.mode
        passkeys = settings.passkeyOptions
        self.services = services
        tokens =
            switch settings.source {
            case .authsignal(let settings): AuthsignalTokenIssuer(settings, services)
            case .signed(let settings): SignedTokenIssuer(settings, services)
            case .oidc(let settings): IDTokenNonceIssuer(settings, services)
            }
    }

    func challenge(in round: Round) throws(FunctionError) -> RoundChallenge {
        var issued = try tokens.issue(in: round)
        issued.round.mode = mode.rawValue
        issued.publicParameters[PasskeyOptions.parameter] = try passkeys?.text(
            forRound: issued.round.key, in: round, at: services.now() / 1_000)
        return RoundChallenge(
            publicParameters: issued.publicParameters, privateParameters: RoundParameters(issued.round),
            outcome: issued.round.isClosed ? "issued_closed" : "issued")
    }
}

/// Judges the answers to it.
struct ResultTokenJudge: AnswerJudge {
    private let mode: TokenMode
    private let proofs: any ProofReader
    /// Reads answers that are passkeys' assertions; nil if they are not accepted.
    private let passkeys: PasskeyAnswers?
    private let policy: ProofPolicy
    private let table: DeploymentTable?
    private let services: Services

    init(_ settings: ResultTokenSettings, _ table: DeploymentTable?, _ services: Services) {
        mode = settings.mode
        policy = settings.policy
        self.table = table
        self.services = services
        switch settings.source {
        case .authsignal(let settings): (proofs, passkeys) = (AuthsignalProofReader(settings, services), nil)
        case .signed(let tokens):
            proofs = SignedProofReader(tokens, services)
            passkeys = settings.passkeyAnswers.map { PasskeyAnswers($0, tokens, services) }
        case .oidc(let settings): (proofs, passkeys) = (IDTokenProofReader(settings, services), nil)
        }
        table?.expectCalls(services)
    }

    func judge(
        _ answer: String, parameters: RoundParameters, in round: Round
    ) throws(FunctionError) -> AnswerVerdict {
        guard let issued = parameters.tokenRound else { return .wrong(.unreadableRound) }
        let passkey = passkeys.flatMap { _ in TokenText.isBounded(answer) ? PasskeyAnswer(answer) : nil }
        guard passkey != nil || TokenText.isPlausible(answer) else { return .wrong(.unusableAnswer) }
        if let made = issued.mode, made != mode.rawValue {
            round.log(
                .error,
                "the functions have different token modes: CreateAuthChallenge made this round with "
                    + "\(TokenMode.variable)=\(TokenMode(rawValue: made)?.rawValue ?? "?"), "
                    + "VerifyAuthChallenge has \(TokenMode.variable)=\(mode.rawValue)")
            return .wrong(.otherFlow)
        }
        if let passkeys, let passkey {
            switch try passkeys.read(passkey, in: round) {
            case .refused(let verdict): return verdict
            case .genuine(let assertion):
                if let refusal = try refusal(of: assertion.proof, issued, in: round) { return .wrong(refusal) }
                return try passkeys.use(assertion, for: issued.key, in: round)
            }
        }
        switch try proofs.proof(in: answer, for: issued, in: round) {
        case .failure(let refusal): return .wrong(refusal)
        case .success(let proof):
            if let refusal = try refusal(of: proof, issued, in: round) { return .wrong(refusal) }
            return try consume(proof, issued, in: round)
        }
    }

    /// Asks the policy, and looks up the facts that it needs.
    private func refusal(
        of proof: Proof, _ issued: TokenRound, in round: Round
    ) throws(FunctionError) -> Refusal? {
        var proof = proof
        while true {
            switch policy.judge(proof, for: issued, in: round, at: services.now() / 1_000) {
            case .accept:
                warnOfOtherRound(proof, issued, in: round)
                return nil
            case .refuse(let refusal):
                if refusal == .tooOld || refusal == .wrongAddress { warnOfOtherRound(proof, issued, in: round) }
                return refusal
            case .needs(.time): proof.time = .known(try proofs.lookUpTime(of: proof, by: round.deadline))
            case .needs(.address(let email)):
                proof.isAddressCurrent = .known(try proofs.confirms(proof, wentTo: email, by: round.deadline))
            }
        }
    }

    private func warnOfOtherRound(_ proof: Proof, _ issued: TokenRound, in round: Round) {
        guard policy.warnsOfOtherRound(of: proof, for: issued) else { return }
        round.log(.warn, "a proof of another round is judged by its age alone")
    }

    private func consume(_ proof: Proof, _ issued: TokenRound, in round: Round) throws(FunctionError) -> AnswerVerdict {
        guard let table else { return .right(proof.method) }
        // Without a key, a proof that is used again could not be told from a new one.
        guard !proof.idempotencyKey.isEmpty else { return .wrong(.unusableKey) }
        let isFirstUse = try table.consume(proof.item(in: round.userPoolID), for: issued.key, by: round.deadline)
        return isFirstUse ? .right(proof.method) : .wrong(.alreadyUsed)
    }
}

/// Makes what the app proves its user with. A new source is a type for each of the two protocols, one case of
/// `TokenMode` and one of `ResultTokenSettings.Source`.
protocol TokenIssuer {
    /// A token with which the app can prove who its user is; for an unknown user a look-alike.
    func issue(in round: Round) throws(FunctionError) -> IssuedToken
}

/// Reads what the app proves its user by.
protocol ProofReader {
    /// What an answer proves. It does not decide whether that wins the round.
    func proof(
        in answer: String, for issued: TokenRound, in round: Round
    ) throws(FunctionError) -> Result<Proof, Refusal>

    /// Looks up when a proof was made, if the proof itself does not say so.
    /// - Returns: seconds since 1970; nil if that cannot be found out.
    func lookUpTime(of proof: Proof, by deadline: Deadline) throws(FunctionError) -> Int64?

    /// Finds out whether the code of a proof by email went to that address.
    func confirms(_ proof: Proof, wentTo email: String, by deadline: Deadline) throws(FunctionError) -> Bool
}

extension ProofReader {
    /// Nothing to look up: what the proof does not say is not proven.
    func lookUpTime(of proof: Proof, by deadline: Deadline) throws(FunctionError) -> Int64? { nil }

    /// No address is proven.
    func confirms(_ proof: Proof, wentTo email: String, by deadline: Deadline) throws(FunctionError) -> Bool { false }
}

/// What the app gets for a round, and what the round keeps of it.
struct IssuedToken: Equatable {
    var publicParameters: [String: String]
    var round: TokenRound
}

extension IssuedToken {
    /// A token for the app.
    /// - Parameter isEnrolled: whether the app is to ask for a code to an address that is enrolled already, rather than
    ///   to enrol one.
    init(text: String, url: String?, isEnrolled: Bool, round: TokenRound) {
        var parameters = ["token": text, "isEnrolled": isEnrolled ? "true" : "false"]
        parameters["url"] = url
        self.init(publicParameters: parameters, round: round)
    }
}
