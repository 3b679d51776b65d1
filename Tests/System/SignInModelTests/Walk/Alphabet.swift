/// The steps that users, attackers and Cognito can take next.
struct Alphabet {
    let rules: ModelRules
    /// Sign-ins that an actor has under way at once.
    private static let seats = 2

    /// Every step that is possible in a state, and some that are not.
    func steps(in model: Model) -> [Step] {
        var steps: [Step] = []
        for actor in Actor.allCases {
            let count = model.seats(of: actor).count
            if count < Self.seats { steps += starts(actor) } else { steps.append(.cancel(actor, 0)) }
            for index in 0..<count {
                steps += rules.mailsCodes ? codeAnswers(actor, index) : tokenAnswers(actor, index)
                if !rules.mailsCodes { steps += requests(actor, index) }
            }
            if !rules.mailsCodes { steps += [.passkey(actor, nil, former: false), .sign(actor, nil, former: false)] }
            steps += lateCalls(actor, model)
        }
        let bothMayStart = Actor.allCases.allSatisfy { model.seats(of: $0).count < Self.seats }
        if rules.mailsCodes, bothMayStart { steps += Actor.allCases.map { .startTogether($0) } }
        return steps + [.wait(.beforeNext), .wait(.next), .wait(.all)]
    }

    /// The calls that may arrive again. Nothing repeats a request to the authenticator once the app has sent another.
    private func lateCalls(_ actor: Actor, _ model: Model) -> [Step] {
        let calls = model.past.filter { $0.actor == actor }.map(\.call)
        return calls.indices.compactMap { index in
            switch calls[index] {
            case .create, .verify: .late(actor, index)
            case .ask, .request: index == calls.count - 1 ? .late(actor, index) : nil
            }
        }
    }

    private func starts(_ actor: Actor) -> [Step] {
        let opening: Play.Opening = rules.flow == .passwordThenCode ? .password : .plain
        let deliveries: [Delivery] = rules.mailsCodes ? Delivery.allCases : [.once, .repeated, .lost]
        var steps = deliveries.map { Step.start(actor, opening, $0) }
        steps.append(.start(actor, actor == .owner ? .device : .wrongDevice, .once))
        if actor == .attacker {
            steps +=
                rules.flow == .passwordThenCode
                ? [.start(actor, .plain, .once), .start(actor, .wrongPassword, .once)]
                : [.start(actor, .password, .once)]
        }
        return steps
    }

    private func codeAnswers(_ actor: Actor, _ index: Int) -> [Step] {
        func answer(_ answer: Step.Answer, _ judging: Delivery = .once, _ asking: Delivery = .once) -> Step {
            .answer(actor, index, answer, judging: judging, asking: asking)
        }
        var steps = [answer(.wrong), answer(.wrong, .repeated, .repeated), answer(.wrong, .lost), answer(.usedCode)]
        if actor == .owner {
            steps += [
                answer(.right), answer(.right, .repeated), answer(.right, .lost), answer(.otherCode),
                answer(.wrong, .once, .overlapping), answer(.wrong, .once, .dies),
            ]
        }
        return steps
    }

    private func tokenAnswers(_ actor: Actor, _ index: Int) -> [Step] {
        func answer(_ answer: Step.Answer, _ judging: Delivery = .once, _ asking: Delivery = .once) -> Step {
            .answer(actor, index, answer, judging: judging, asking: asking)
        }
        guard actor == .attacker else {
            return [
                answer(.proof), answer(.proof, .repeated), answer(.proof, .lost), answer(.formerProof),
                answer(.usedProof), answer(.garbage), answer(.garbage, .once, .repeated),
            ]
        }
        return [answer(.usedProof), answer(.foreignProof), answer(.garbage), answer(.garbage, .repeated, .lost)]
    }

    private func requests(_ actor: Actor, _ index: Int) -> [Step] {
        var steps: [Step] = [.askInVain(actor, index)]
        for isFormer in [false, true] {
            let answers: [Step.Answer] = [.wrong, .usedCode] + (actor == .owner ? [.right, .otherCode] : [])
            steps.append(.askCode(actor, index, former: isFormer))
            steps += answers.map { .typeCode(actor, index, $0, former: isFormer) }
            steps += [.passkey(actor, index, former: isFormer), .sign(actor, index, former: isFormer)]
        }
        return actor == .attacker ? steps + [.addPasskey(index)] : steps
    }
}
