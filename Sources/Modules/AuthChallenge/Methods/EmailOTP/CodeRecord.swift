internal import EmailCodes

/// What a round keeps in its private parameters. Verify judges the answer only by this record.
struct CodeRecord: Equatable {
    /// Identifies this round among all others.
    let roundKey: String
    /// What the session keeps of its code.
    let ticket: CodeTicket

    init(roundKey: String, ticket: CodeTicket) {
        self.roundKey = roundKey
        self.ticket = ticket
    }

    init?(_ parameters: [String: String]) {
        guard let roundKey = parameters["key"], let session = parameters["session"], let code = parameters["code"],
            let authenticationCode = parameters["mac"], let issuedAt = parameters["issued"].flatMap({ Int64($0) }),
            let expiresAt = parameters["expires"].flatMap({ Int64($0) }),
            let state = parameters["state"].flatMap({ CodeTicket.State(rawValue: $0) }), !roundKey.isEmpty,
            !session.isEmpty, !code.isEmpty, !authenticationCode.isEmpty
        else { return nil }
        self.roundKey = roundKey
        ticket = CodeTicket(
            session: session, code: code, issuedAt: issuedAt, expiresAt: expiresAt, state: state,
            authenticationCode: authenticationCode)
    }

    /// The parameters of all rounds have the same length, because they travel inside a session whose length the caller
    /// sees.
    var parameters: [String: String] {
        [
            "key": roundKey, "session": ticket.session, "code": ticket.code, "issued": String(ticket.issuedAt),
            "expires": String(ticket.expiresAt), "state": ticket.state.rawValue, "mac": ticket.authenticationCode,
        ]
    }
}
