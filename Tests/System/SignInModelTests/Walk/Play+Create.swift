import LambdaRuntime
import TriggerTestSupport

/// Calls of Create.
extension Play {
    /// Has a round's challenge made, and hands it to the app.
    /// - Parameter meanwhile: what happens while the mail service is asked, if it is.
    func ask(
        _ seat: Seat, former: ModelRound?, _ delivery: Delivery, _ meanwhile: (() throws -> Void)?
    ) throws -> Observation {
        let invocation = try World.invocation(model.account.event(.create).session(seat.session.rows))
        // Every first call for a user has the same event, and every one with the user's device.
        let first = seat.session.device == nil ? "first" : "first with the device"
        let event = seat.round.number == 1 ? first : "\(seat.id).\(seat.round.number)"
        remember(.create(invocation, event: event, former: former), seat.actor)
        var made: Made?
        func call() throws -> Made? { try create(invocation, event, former) }
        switch delivery {
        case .once: made = try during(meanwhile, call)
        case .repeated:
            _ = try call()
            made = try call()
        case .overlapping:
            var nested: Made?
            let outer = try during({ nested = try call() }, call)
            made = nested ?? outer
        case .unmailed:
            world.transport.refusesMails = true
            defer { world.transport.refusesMails = false }
            made = try call()
        case .lost: _ = try call()
        case .dies:
            world.transport.diesAfterMail = true
            _ = try call()
            world.transport.revive()
        }
        guard let index = model.seats.firstIndex(where: { $0.id == seat.id }) else { throw World.Unusable() }
        guard let made else {
            model.seats.remove(at: index)
            return Observation(.functionFailed)
        }
        model.seats[index].session.challenge = made.challenge
        model.seats[index].session.expiresAt = model.now + model.rules.sessionLife
        model.seats[index].round.ticket = made.ticket
        model.seats[index].round.roundsOfTicket = made.rounds
        model.seats[index].round.token = made.challenge.publicParameters["token"]
        model.seats[index].round.passkeyOptions = made.challenge.publicParameters["passkeyOptions"]
        return Observation(made.challenge)
    }

    /// What a call of Create has made.
    typealias Made = (challenge: Challenge, ticket: CodeBook.Ticket?, rounds: Int)

    /// One call of Create, whose mail must be the one that the limits allow.
    func create(_ invocation: Invocation, _ event: String, _ former: ModelRound?) throws -> Made? {
        let count = world.transport.mails.count
        var ticket: CodeBook.Ticket?
        var rounds = 0
        var mail: CodeBook.Code?
        if model.rules.mailsCodes {
            if let kept = former.flatMap(kept) {
                (ticket, rounds) = (kept, (former?.roundsOfTicket ?? 0) + 1)
            } else {
                (ticket, mail) = model.codes.begin(event: event, at: model.now)
                rounds = 1
            }
        }
        let challenge = try world.challenge(invocation)
        if world.transport.refusesMails, mail != nil, var refused = ticket {
            model.codes.takeBack(&refused)
            (ticket, mail) = (refused, nil)
        }
        expectMail(mail, after: count)
        let isDead = world.transport.diesAfterMail && mail != nil
        if let ticket, !isDead { model.codes.end(event: event, ticket) }
        guard let challenge else {
            violate("Create fails")
            return nil
        }
        expectNothingShown(challenge)
        return (challenge, ticket, rounds)
    }

    /// The code of the round before, if it stays valid after a wrong answer, or would if its mail had left.
    private func kept(_ former: ModelRound) -> CodeBook.Ticket? {
        guard let ticket = former.ticket, former.roundsOfTicket < model.rules.guesses,
            model.now + model.rules.timeToType < ticket.issuedAt + model.rules.codeLife
        else { return nil }
        return ticket
    }

    /// Runs something in the middle of a call, or after it if the call asks for no mail.
    private func during(_ meanwhile: (() throws -> Void)?, _ call: () throws -> Made?) throws -> Made? {
        guard let meanwhile else { return try call() }
        var failure: (any Error)?
        world.transport.whileMailing = {
            do { try meanwhile() } catch { failure = error }
        }
        let made = try call()
        let isPending = world.transport.whileMailing != nil
        world.transport.whileMailing = nil
        if let failure { throw failure }
        if isPending { try meanwhile() }
        return made
    }

    /// Nothing that the app sees holds a code, an address, or the user's id outside a sealed token.
    private func expectNothingShown(_ challenge: Challenge) {
        let secrets =
            model.codes.codes.values.compactMap(\.text) + [model.account.email, model.account.sub].compactMap { $0 }
        for (name, value) in challenge.publicParameters where name != "token" {
            if secrets.contains(where: { value.contains($0) }) { violate("\(name) shows what it must not") }
        }
    }

    /// Keeps a call, which may arrive again later. The last calls of each actor are kept.
    func remember(_ call: PastCall, _ actor: Actor) {
        model.past.append((actor, call))
        let own = model.past.filter { $0.actor == actor }.suffix(3)
        model.past = model.past.filter { $0.actor != actor } + own
    }

    /// A call arrives once more. Nobody waits for its answer.
    func deliverLate(_ actor: Actor, _ index: Int) throws {
        let own = model.past.filter { $0.actor == actor }
        guard own.indices.contains(index) else { return }
        switch own[index].call {
        case .create(let invocation, let event, let former): _ = try create(invocation, event, former)
        case .verify(let invocation, let text, let proof, let seat, _):
            _ = try judge(invocation, text, proof, seat)
        case .ask(let invocation, let round, let ticket):
            let place = model.past.indices.filter { model.past[$0].actor == actor }[index]
            model.past[place].call = .ask(invocation, round, try deliverLate(invocation, round, ticket))
        case .request(let invocation, _): _ = try world.answer(invocation)
        }
    }
}
