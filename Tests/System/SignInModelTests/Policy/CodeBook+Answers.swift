/// Answers to codes.
extension CodeBook {
    /// Whether an answer is right. Every answer is counted before it is judged, once for each code that it may be.
    /// - Parameters:
    ///   - tickets: what the round has of its codes.
    ///   - round: where the answer is used. The same round may repeat its answer.
    mutating func judge(_ text: String, _ tickets: [Ticket], in round: Int, at now: Int64) -> Bool {
        if text.utf8.count > 6 { return exists && judge(long: text, in: round, at: now) }
        guard text.utf8.count == 6 else { return false }
        let living = tickets.filter { $0.isOpen && now < $0.endsAt }
        if let lastUse, lastUse.round == round, living.contains(where: { $0.code == lastUse.code }),
            codes[lastUse.code]?.text == text
        {
            return true
        }
        var found: Ticket?
        for ticket in living where !hasEnded(ticket) {
            let answer = Answer(counter: ticket.counter, code: ticket.code, text: text)
            guard given.contains(answer) || answersGiven(to: ticket) < rules.guesses else { continue }
            let isNew = given.insert(answer).inserted
            if exists, codes[ticket.code]?.text == text { found = ticket } else if isNew { wrong.insert(answer) }
        }
        guard let found else { return false }
        return use(found.code, issuedAt: found.issuedAt, in: round, at: now)
    }

    private mutating func judge(long text: String, in round: Int, at now: Int64) -> Bool {
        guard let code = codes.values.first(where: { $0.isLong && $0.text == text }), let issuedAt = longLife[code.id],
            now < issuedAt + rules.longCodeLife, (longUses[code.id] ?? round) == round
        else { return false }
        longUses[code.id] = round
        return use(code.id, issuedAt: issuedAt, in: round, at: now)
    }

    /// Uses a code, which ends the others that were issued before.
    private mutating func use(_ code: Int, issuedAt: Int64, in round: Int, at now: Int64) -> Bool {
        // An answer that is repeated is right again, and ends nothing that was issued since.
        if lastUse?.round != round {
            if let lastUse, lastUse.at >= issuedAt { return false }
            lastUse = (max(now, issuedAt), round, code)
        }
        wrong = []
        if allowance.left(at: now) <= 0, let mail = codes[code], !mail.isPutBack {
            codes[code]?.isPutBack = true
            allowance.putBack()
        }
        return true
    }

    /// The text that an owner of the mailbox types in a round: the code that was mailed for it last, or else the last
    /// long one that still lives.
    func textToType(_ tickets: [Ticket], at now: Int64) -> String? {
        if let ticket = tickets.last(where: \.isOpen), let text = codes[ticket.code]?.text { return text }
        let long = longLife.filter { code, issuedAt in
            now < issuedAt + rules.longCodeLife && longUses[code] == nil && (lastUse.map { $0.at < issuedAt } ?? true)
        }
        return long.max { $0.value < $1.value }.flatMap { codes[$0.key]?.text }
    }
}
