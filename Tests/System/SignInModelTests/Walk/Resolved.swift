/// A step with everything that it depends on, so that it can be taken in the owner's world and beside it alike.
struct Resolved {
    private let step: Step
    private let text: String
    private let proof: Proof?
    private let until: Int64

    /// Nil if the step is not possible.
    init?(_ step: Step, _ model: Model) {
        self.step = step
        var (text, proof, until) = ("", Proof?.none, model.now)
        func seat(_ actor: Actor, _ index: Int) -> Seat? {
            let seats = model.seats(of: actor)
            return seats.indices.contains(index) ? seats[index] : nil
        }
        switch step {
        case .start, .startTogether: break
        case .answer(let actor, let index, let answer, _, _):
            guard let seat = seat(actor, index),
                let found = model.find(answer, actor, seat.round.tickets)
            else { return nil }
            (text, proof) = found
        case .cancel(let actor, let index): guard seat(actor, index) != nil else { return nil }
        case .late(let actor, let index):
            guard model.past.filter({ $0.actor == actor }).indices.contains(index) else { return nil }
        case .askCode(let actor, let index, let isFormer), .passkey(let actor, let index?, let isFormer):
            guard let seat = seat(actor, index), !isFormer || seat.former != nil else { return nil }
        case .askInVain(let actor, let index): guard seat(actor, index) != nil else { return nil }
        case .typeCode(let actor, let index, let answer, let isFormer):
            guard let seat = seat(actor, index), !isFormer || seat.former != nil,
                let found = model.find(answer, actor, (isFormer ? seat.former : seat.round)?.tickets ?? [])
            else { return nil }
            text = found.text
        case .passkey, .sign: break
        case .addPasskey(let index): guard seat(.attacker, index) != nil else { return nil }
        case .wait(let wait):
            guard let end = model.end(of: wait) else { return nil }
            until = end
        }
        (self.text, self.proof, self.until) = (text, proof, until)
    }

    /// Takes the step.
    /// - Returns: what the attacker sees; nil if the step shows the attacker nothing.
    func run(_ play: Play) throws -> Observation? {
        func index(_ actor: Actor, _ number: Int) throws -> Int {
            let seats = play.model.seats(of: actor)
            guard seats.indices.contains(number),
                let index = play.model.seats.firstIndex(where: { $0.id == seats[number].id })
            else {
                play.violate("a sign-in has ended that goes on for the other one")
                throw World.Unusable()
            }
            return index
        }
        switch step {
        case .start(let actor, let opening, let delivery): return try play.start(actor, opening, delivery)
        case .startTogether(let actor): return try startTogether(actor, play)
        case .answer(let actor, let number, _, let judging, let asking):
            return try play.answer(index(actor, number), text, proof, judging: judging, asking: asking)
        case .cancel(let actor, let number):
            play.model.seats.remove(at: try index(actor, number))
            return nil
        case .late(let actor, let number):
            try play.deliverLate(actor, number)
            return nil
        case .askCode(let actor, let number, let isFormer):
            return try play.askCode(index(actor, number), former: isFormer)
        case .askInVain(let actor, let number): return try play.askCode(index(actor, number), isRefused: true)
        case .typeCode(let actor, let number, _, let isFormer):
            return try play.typeCode(index(actor, number), text, former: isFormer)
        case .passkey(let actor, let number, let isFormer):
            return try play.provePasskey(actor, number.map { try index(actor, $0) }, former: isFormer)
        case .sign(let actor, let number, let isFormer):
            return try play.sign(actor, number.map { try index(actor, $0) }, former: isFormer)
        case .addPasskey(let number): return try play.addPasskey(index(.attacker, number))
        case .wait:
            play.tick(to: until)
            play.model.forgetEndedSessions()
            return nil
        }
    }

    /// One actor starts while the other one's mail is on its way. Beside the owner's world only the attacker does.
    private func startTogether(_ actor: Actor, _ play: Play) throws -> Observation? {
        let opening: Play.Opening = play.model.rules.flow == .passwordThenCode ? .password : .plain
        guard play.model.account == .owner else { return try play.start(.attacker, opening) }
        var (own, other) = (Observation.nothing, Observation.nothing)
        own = try play.start(actor, opening) { other = try play.start(actor == .owner ? .attacker : .owner, opening) }
        return actor == .attacker ? own : other
    }
}
