/// Looks from a state at what could happen next, and goes back.
struct Probe {
    private let play: Play
    private let moment: Play.Moment

    init(_ play: Play) {
        self.play = play
        moment = play.moment
    }

    /// What must never be possible, and is.
    func violations() -> [String] {
        defer { play.moment = moment }
        do { return try tooManyCodes() + shutOut() } catch {
            return play.violations + ["the owner's sign-in cannot go on"]
        }
    }

    /// No round has more valid codes that were mailed for it than the policy says: two at the authenticator, of which
    /// the first had less than half of its life left when the second was asked for; else one. A long code counts in
    /// every round, by its definition.
    private func tooManyCodes() throws -> [String] {
        let texts = moment.model.codes.codes.values.sorted { $0.id < $1.id }.compactMap(\.text).suffix(4)
        var found: [String] = []
        for index in moment.model.seats.indices {
            var right: Set<String> = []
            for text in Set(texts) {
                play.moment = moment
                let spent = play.model.spent.count
                let held = play.model.held.count
                // Whose round it is does not matter: somebody who has every mail tries.
                play.model.seats[index].actor = .owner
                _ = play.model.rules.mailsCodes ? try play.answer(index, text) : try play.typeCode(index, text)
                found += play.violations.map { "trying every code: " + $0 }
                if play.model.spent.count > spent || play.model.held.count > held { right.insert(text) }
            }
            if right.count(where: { $0.utf8.count == 6 }) > (play.model.rules.mailsCodes ? 1 : 2) {
                found.append("too many codes are valid for one round")
            }
        }
        return found
    }

    /// The owner gets in at once: with a passkey, and with a code that the mailbox has.
    private func shutOut() throws -> [String] {
        let rules = moment.model.rules
        play.moment = moment
        func start() throws -> Int {
            _ = try play.start(.owner, rules.flow == .passwordThenCode ? .password : .plain)
            return play.model.seats.count - 1
        }
        var found: [String] = []
        func check(_ way: String, _ observation: Observation) {
            if observation != Observation(.tokens) { found.append("the owner is shut out, with \(way)") }
            found += play.violations.map { "the owner, with \(way): " + $0 }
        }
        if rules.mailsCodes {
            let index = try start()
            let text = play.model.codes.textToType(play.model.seats[index].round.tickets, at: play.model.now)
            check("a code", try play.answer(index, text ?? "none"))
            return found
        }
        _ = try play.provePasskey(.owner, nil)
        let proof = play.model.held.last
        check("a passkey", try play.answer(start(), proof?.text ?? "none", proof))
        play.moment = moment
        let index = try start()
        _ = try play.askCode(index)
        let text = play.model.codes.textToType(play.model.seats[index].round.tickets, at: play.model.now)
        _ = try play.typeCode(index, text ?? "none")
        let second = play.model.held.last
        check("a code", try play.answer(index, second?.text ?? "none", second))
        return found
    }
}
