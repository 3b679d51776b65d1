import CognitoTriggers
import LambdaRuntime
import TriggerTestSupport

/// What apps ask of Cognito.
extension Play {
    /// How a sign-in begins.
    enum Opening: String {
        /// Without SRP.
        case plain
        /// With SRP and the right password.
        case password
        /// With SRP and another password.
        case wrongPassword
        /// As the flow wants it, on a device that Cognito remembers.
        case device
        /// The same, with a device that is another one than it says.
        case wrongDevice
    }

    /// `InitiateAuth`.
    func start(
        _ actor: Actor, _ opening: Opening, _ delivery: Delivery = .once, meanwhile: (() throws -> Void)? = nil
    ) throws -> Observation {
        var session = CognitoSession(account: model.account)
        if opening == .device || opening == .wrongDevice { session.device = opening == .device }
        let hasPassword = session.device == nil ? opening != .plain : model.rules.flow == .passwordThenCode
        if hasPassword {
            session.rows = [ChallengeResult(challengeName: "SRP_A", challengeResult: true)]
            let decision = try decide(session)
            guard decision == .password else { return Observation(try end(decision, actor, nil)) }
            guard opening != .wrongPassword else { return Observation(.notAuthorized) }
        }
        session.add(hasPassword ? ChallengeResult(challengeName: "PASSWORD_VERIFIER", challengeResult: true) : nil)
        let decision = try decide(session)
        guard decision == .challenge else { return Observation(try end(decision, actor, nil)) }
        let seat = Seat(
            id: model.newID(), actor: actor, session: session,
            round: ModelRound(key: model.newID(), number: 1, begunAt: model.now))
        model.seats.append(seat)
        return try ask(seat, former: nil, delivery, meanwhile)
    }

    /// `RespondToAuthChallenge`.
    /// - Parameters:
    ///   - proof: what the model knows of the text, if it is a result token.
    ///   - judging: how Verify's call fares.
    ///   - asking: how the call of Create after it fares, if there is one.
    func answer(
        _ index: Int, _ text: String, _ proof: Proof? = nil, judging: Delivery = .once, asking: Delivery = .once
    ) throws -> Observation {
        var seat = model.seats[index]
        let event = model.account.event(.verify).privateParameters(seat.session.challenge.privateParameters)
            .answer(text)
        let invocation = try World.invocation(event)
        var verdict = try judge(invocation, text, proof, seat)
        remember(.verify(invocation, text, proof, seat, wasRight: verdict), seat.actor)
        if judging == .repeated {
            let again = try judge(invocation, text, proof, seat)
            expect("the repeated verdict", again, verdict)
            verdict = again
        }
        guard judging.isAnswered else {
            model.seats.remove(at: index)
            return Observation(.functionFailed)
        }
        seat.session.add(
            ChallengeResult(
                challengeName: ChallengeResult.customChallenge, challengeResult: verdict,
                challengeMetadata: seat.session.challenge.metadata))
        let decision = try decide(seat.session)
        guard decision == .challenge else {
            if decision == .tokens {
                earn(seat.actor, with: proof.map { "proof \($0.key)" } ?? text, in: seat.round.key)
                if let proof { model.seen.append(proof) } else { model.seenCodes.append(text) }
            }
            return Observation(try end(decision, seat.actor, index))
        }
        let former = seat.round
        seat.former = former
        seat.round = ModelRound(key: model.newID(), number: former.number + 1, begunAt: model.now)
        model.seats[index] = seat
        return try ask(seat, former: former, asking, nil)
    }

    /// The verdict of Verify, compared with the policy's.
    func judge(_ invocation: Invocation, _ text: String, _ proof: Proof?, _ seat: Seat) throws -> Bool {
        let expected =
            model.rules.mailsCodes
            ? model.codes.judge(text, seat.round.tickets, in: seat.round.key, at: model.now)
            : model.proofs.judge(
                proof, of: model.account, round: seat.round.key, number: seat.round.number, at: model.now)
        let verdict = try world.judge(invocation)
        expect("the verdict", verdict, expected)
        return verdict ?? false
    }

    /// Define's decision, compared with the policy's.
    private func decide(_ session: CognitoSession) throws -> World.Decision {
        let decision = try world.decide(model.account, session.rows)
        expect(
            "the decision", decision, SessionPolicy(rules: model.rules).decision(on: session.rows, of: session.account))
        return decision
    }

    /// A session ends.
    private func end(_ decision: World.Decision, _ actor: Actor, _ index: Int?) throws -> CognitoAnswer {
        if let index { model.seats.remove(at: index) }
        switch decision {
        case .tokens:
            if index == nil { violate("tokens without any answer") }
            return .tokens
        case .failure: return .notAuthorized
        case .challenge, .password: throw World.Unusable()
        }
    }
}
