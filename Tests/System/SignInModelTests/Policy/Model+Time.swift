/// What ends when.
extension Model {
    /// The moments at which something ends that matters, in milliseconds since 1970, in order.
    private var ends: [Int64] {
        var ends: Set<Int64> = []
        for seat in seats {
            ends.insert(seat.session.expiresAt)
            for ticket in seat.round.asked { ends.insert(ticket.issuedAt + rules.codeLife / 2 + 1) }
            for ticket in seat.round.tickets {
                ends.insert(ticket.endsAt)
                if rules.mailsCodes { ends.insert(ticket.issuedAt + rules.codeLife - rules.timeToType) }
            }
            if seat.round.token != nil {
                ends.insert((seat.round.begunAt / 1_000 + rules.tokenLife + rules.clockSkew) * 1_000)
            }
        }
        for issuedAt in codes.longLife.values { ends.insert(issuedAt + rules.longCodeLife) }
        for proof in held.suffix(2) + seen.suffix(1) {
            ends.insert((proof.provenAt + rules.proofAge + 1) * 1_000)
            if proof.form != .token { ends.insert((proof.provenAt + rules.optionsLife) * 1_000) }
            ends.insert((proof.provenAt + rules.tokenLife + rules.clockSkew) * 1_000)
        }
        if codes.allowance.left(at: now) < codes.allowance.atOnce { ends.insert(codes.allowance.nextAt(now)) }
        return ends.filter { $0 > now }.sorted()
    }

    /// When a wait is over; nil if nothing ends any more.
    func end(of wait: Step.Wait) -> Int64? {
        switch wait {
        case .beforeNext: ends.first.flatMap { $0 - 1 > now ? $0 - 1 : nil }
        case .next: ends.first
        case .all: ends.last
        }
    }

    /// Cognito refuses sessions that have expired.
    mutating func forgetEndedSessions() { seats.removeAll { $0.session.expiresAt <= now } }
}
