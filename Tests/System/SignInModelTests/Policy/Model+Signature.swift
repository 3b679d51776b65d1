/// What tells two states of the model apart.
extension Model {
    /// The state in words: times from now on in seconds, and everything else by what it means for what comes next.
    var signature: String {
        func left(_ end: Int64) -> String { end > now ? String((end - now) / 1_000) : "-" }
        func words(_ ticket: CodeBook.Ticket?) -> String {
            guard let ticket else { return "." }
            return "\(left(ticket.endsAt))\(ticket.isOpen)\(ticket.isAllowed)\(codes.hasEnded(ticket))"
                + "\(codes.answersGiven(to: ticket))\(codes.codes[ticket.code]?.text == nil)"
        }
        func words(_ round: ModelRound?) -> String {
            guard let round else { return "." }
            let age = round.token == nil ? "" : String((now - round.begunAt) / 1_000)
            let asked = round.asked.map { words($0) }.joined(separator: " ")
            return "\(round.number) \(words(round.ticket)) \(round.roundsOfTicket) \(age) \(asked)"
                + " \(codes.guesses(in: round.key))"
        }
        func words(_ proof: Proof) -> String {
            let round = seats.firstIndex { $0.round.key == proof.key || $0.former?.key == proof.key }
            let use = proofs.uses[proof.key].map { use in "\(seats.firstIndex { $0.round.key == use } ?? -1)" }
            return "\(proof.method)\(proof.form)\(now / 1_000 - proof.provenAt)\(round ?? -1)\(use ?? "unused")"
        }
        let signIns = seats.map {
            "\($0.actor)\(left($0.session.expiresAt))\($0.session.device != nil) \(words($0.round)) \(words($0.former))"
        }
        let calls = past.map { past in
            switch past.call {
            case .create(_, let event, let former):
                "c\(event.hasPrefix("first") ? event : "")\(former?.roundsOfTicket ?? 0)"
            case .verify(_, _, _, _, let wasRight): "v\(wasRight)"
            case .ask(_, _, let ticket): "a\(words(ticket))"
            case .request(_, let wasRight): "r\(wasRight)"
            }
        }
        let tokens = held.suffix(2).map(words) + seen.suffix(1).map(words) + (foreign.map { [words($0)] } ?? [])
        return [
            signIns.joined(separator: ","), codes.words(at: now), tokens.joined(separator: ","),
            calls.joined(), seenCodes.isEmpty ? "" : "seen",
        ].joined(separator: "|")
    }
}

extension CodeBook {
    /// How many answers have been given to a ticket.
    func answersGiven(to ticket: Ticket) -> Int { given.count { $0.counter == ticket.counter } }

    /// The codes and their limits, in words.
    func words(at now: Int64) -> String {
        let longCodes = longLife.sorted { $0.key < $1.key }.filter { now < $0.value + rules.longCodeLife }
        let living = longCodes.map { code, issuedAt in
            "\((issuedAt + rules.longCodeLife - now) / 1_000)\(longUses[code] != nil)"
                + "\(lastUse.map { $0.at >= issuedAt } ?? false)"
        }
        let open = calls.values.contains { !$0.hasEnded && now - $0.begunAt < rules.longestCall }
        let full = max(allowance.fullAt - now, 0) / 1_000
        return "\(full) \(min(wrong.count, rules.wrongAnswersUntilLong)) \(living) \(open)"
    }
}
