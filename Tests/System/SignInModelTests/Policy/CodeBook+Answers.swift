/// Answers to codes.
extension CodeBook {
    /// Whether an answer is right. Every answer is counted before it is judged.
    /// - Parameter round: where the answer is used. The same round may repeat its answer.
    mutating func judge(_ text: String, _ ticket: Ticket?, in round: Int, at now: Int64) -> Bool {
        guard exists else { return false }
        if text.utf8.count > 6 { return judge(long: text, in: round, at: now) }
        guard text.utf8.count == 6, let ticket, now < ticket.endsAt else { return false }
        let answer = Answer(counter: ticket.counter, code: ticket.code, text: text)
        guard given.contains(answer) || given.count(where: { $0.counter == answer.counter }) < rules.guesses else {
            return false
        }
        given.insert(answer)
        guard ticket.isOpen else { return false }
        guard codes[ticket.code]?.text == text else {
            wrong.insert(answer)
            return false
        }
        return use(ticket.code, issuedAt: ticket.issuedAt, in: round, at: now)
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
            lastUse = (max(now, issuedAt), round)
        }
        wrong = []
        if allowance.left(at: now) <= 0, let mail = codes[code], !mail.isPutBack {
            codes[code]?.isPutBack = true
            allowance.putBack()
        }
        return true
    }

    /// The text that an owner of the mailbox types in a round: the code that was mailed for it, or else the last long
    /// one that still lives.
    func textToType(_ ticket: Ticket?, at now: Int64) -> String? {
        if let ticket, ticket.isOpen, let text = codes[ticket.code]?.text { return text }
        let long = longLife.filter { code, issuedAt in
            now < issuedAt + rules.longCodeLife && longUses[code] == nil && (lastUse.map { $0.at < issuedAt } ?? true)
        }
        return long.max { $0.value < $1.value }.flatMap { codes[$0.key]?.text }
    }
}
