extension OneTimeCodes {
    /// Keeps the ticket of a session that has no other place for it, instead of the one before.
    /// - Parameter attempt: identifies the attempt, as in the request.
    /// - Returns: the ticket that is kept: for a request that is repeated, the first one's.
    package func keep(
        _ ticket: CodeTicket, attempt: String, in storage: any CodeStorage
    ) throws(CodeStorageError) -> CodeTicket {
        // A ticket that changes because its mail was refused is another change of the same attempt.
        try storage.keep(ticket, of: item(of: ticket.session), by: keys.mark([attempt, ticket.state.rawValue]))
    }

    /// The ticket that a session keeps; nil if it has none.
    package func ticket(
        ofSession session: String, in storage: any CodeStorage
    ) throws(CodeStorageError) -> CodeTicket? {
        try storage.ticket(of: item(of: session), session: session)
    }

    /// Counts an answer of a session, whatever it is, before anything else is done for it.
    /// - Parameter attempt: identifies the attempt: one that is repeated counts once.
    /// - Returns: whether the session may still answer.
    package func admitAnswer(
        _ attempt: String, ofSession session: String, in storage: any CodeStorage, at now: Int64
    ) throws(CodeStorageError) -> Bool {
        try storage.count(
            keys.mark([attempt]), in: keys.item("answers", [session]), atMost: CodeRules.answersPerSession,
            until: now + CodeRules.memoryOfSessions)
    }

    private func item(of session: String) -> String { keys.item("session", [session]) }
}
