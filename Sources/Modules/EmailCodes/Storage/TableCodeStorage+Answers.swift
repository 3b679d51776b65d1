private import AWS

/// What is remembered when an answer comes.
extension TableCodeStorage {
    package func count(
        _ answer: String, in session: String, atMost limit: Int, until end: Int64
    ) throws(CodeStorageError) -> Bool {
        try add(answer, to: session, atMost: Int64(limit), until: end)
    }

    package func countWrong(
        _ answer: String, of account: String, atMost limit: Int, until end: Int64
    ) throws(CodeStorageError) {
        _ = try add(answer, to: account, atMost: Int64(limit), until: end)
    }

    package func wrongAnswers(of account: String) throws(CodeStorageError) -> Int {
        try item(account)?["marks"]?.strings?.count ?? 0
    }

    package func forgetWrong(of account: String) throws(CodeStorageError) {
        _ = try update(account, "REMOVE marks", if: "attribute_exists(marks)", [])
    }

    package func longCode(_ key: String) throws(CodeStorageError) -> StoredLongCode? {
        guard let item = try item(key) else { return nil }
        guard let issuedAt = item["issuedAt"]?.number, let endsAt = item["endsAt"]?.number,
            let attempt = item["attemptMark"]?.string, let mac = item["codeMAC"]?.string
        else { throw .unreadable }
        return StoredLongCode(issuedAt: issuedAt, expiresAt: endsAt, attempt: attempt, authenticationCode: mac)
    }

    package func useLongCode(_ key: String, by user: String) throws(CodeStorageError) -> Bool {
        let outcome = try update(
            key, "SET usedBy = :user",
            if: "attribute_exists(pk) AND (attribute_not_exists(usedBy) OR usedBy = :user)",
            [("user", .string(user))])
        return outcome == .applied
    }

    package func use(
        codeOf issuedAt: Int64, of key: String, by user: String, at now: Int64, until end: Int64
    ) throws(CodeStorageError) -> Bool {
        let outcome = try update(
            key, "SET usedAt = :now, usedBy = :user, expiresAt = :until",
            if: "attribute_not_exists(pk) OR usedAt < :issued",
            [("now", .number(now)), ("user", .string(user)), ("issued", .number(issuedAt))], until: end)
        guard case .conditionFailed(let item) = outcome else { return true }
        // The same use once more changes nothing: it would end the codes that were issued since.
        return item["usedBy"]?.string == user
    }

    package func lastUse(of key: String) throws(CodeStorageError) -> Int64? { try item(key)?["usedAt"]?.number }

    package func keep(
        _ ticket: CodeTicket, of key: String, by attempt: String
    ) throws(CodeStorageError) -> CodeTicket {
        let outcome = try update(
            key,
            "SET attemptMark = :attempt, codeID = :code, issuedAt = :issued, endsAt = :ends, "
                + "ticketState = :state, codeMAC = :mac, expiresAt = :until",
            if: "attribute_not_exists(pk) OR attemptMark <> :attempt",
            [
                ("attempt", .string(attempt)), ("code", .string(ticket.code)),
                ("issued", .number(ticket.issuedAt)), ("ends", .number(ticket.expiresAt)),
                ("state", .string(ticket.state.rawValue)), ("mac", .string(ticket.authenticationCode)),
            ], until: ticket.expiresAt)
        guard case .conditionFailed(let item) = outcome else { return ticket }
        return try CodeTicket(item, of: ticket.session)
    }

    package func ticket(of key: String, session: String) throws(CodeStorageError) -> CodeTicket? {
        guard let item = try item(key) else { return nil }
        return try CodeTicket(item, of: session)
    }
}

extension CodeTicket {
    fileprivate init(_ item: DynamoDBItem, of session: String) throws(CodeStorageError) {
        guard let code = item["codeID"]?.string,
            let issuedAt = item["issuedAt"]?.number, let expiresAt = item["endsAt"]?.number,
            let state = item["ticketState"]?.string.flatMap({ State(rawValue: $0) }), let mac = item["codeMAC"]?.string
        else { throw .unreadable }
        self.init(
            session: session, code: code, issuedAt: issuedAt, expiresAt: expiresAt, state: state,
            authenticationCode: mac)
    }
}
