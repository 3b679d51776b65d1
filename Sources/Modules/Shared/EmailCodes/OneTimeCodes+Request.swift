internal import ExpiringState

extension OneTimeCodes {
    /// Issues a code for a requester, or mails its code again. The caller then sends the mail, if any. It calls
    /// `refund` if the mail was certainly not sent, and then `finish`.
    ///
    /// For a stand-in it does the same as for a user, and returns a code that must not be sent.
    /// - Parameters:
    ///   - storage: nil without limits: every request then gets a new code in a new mail.
    ///   - now: milliseconds since 1970.
    /// - Throws: `CodeStorageError` if the limits cannot be checked. Then send no mail.
    package func request(
        _ request: CodeRequest, in storage: (any CodeStorage)?, at now: Int64
    ) throws(CodeStorageError) -> IssuedCode {
        let account = request.account
        let own = PendingCode(
            id: code(of: request.requester, request.attempt), issuedAt: now, client: client(of: account),
            repetition: request.repetition.map { keys.mark(["repetition", account.client, account.address ?? "", $0]) }
                ?? "",
            requester: keys.mark([request.requester]))
        func issued(_ code: PendingCode, _ mail: IssuedCode.Mail, _ charges: IssuedCode.Charges? = nil) -> IssuedCode {
            let ticket = CodeTicket(requester: request.requester, code: code.id, issuedAt: code.issuedAt)
            return IssuedCode(ticket: ticket, mail: mail, charges: charges)
        }
        guard let storage else { return issued(own, mail(own.id, with: own, to: account, at: now)) }
        // The account is nearly always at rest.
        let (admission, item) = try change(account, .empty, in: storage, at: now) { item in
            item.request(own, by: rules, at: now) { keys.key(of: $0) != nil }
        }
        switch admission {
        case .refused: return issued(own, .none(.accountLimit))
        case .shares(let code): return issued(code, .none(.shared))
        case .leads(let code):
            var charges = IssuedCode.Charges(mail: own.id, account: item)
            if let reason = try charge(&charges, for: account, in: storage, at: now) {
                try refund(charges, of: account, in: storage, at: now)
                return issued(code, .none(reason))
            }
            return issued(code, mail(own.id, with: code, to: account, at: now), charges)
        }
    }

    /// The contents of a mail with a code.
    /// - Parameter id: the mail's id. A code's first mail has the code's id.
    private func mail(
        _ id: String, with code: PendingCode, to account: CodeAccount, at now: Int64
    ) -> IssuedCode.Mail {
        let key = keys.key(of: code.id) ?? keys.current
        guard !code.isLong else { return .long(LongCode.displayed(key.longCode(of: code.id, for: account))) }
        let digits = key.digits(of: code.id, for: account, count: rules.digits)
        return id == code.id ? .short(digits) : .again(digits, timeLeft: max(code.end(by: rules) - now, 0))
    }

    /// Refunds a mail that was certainly not sent: its code is void, unless another mail carries it too. If this was
    /// the bucket's last mail, the next one is again.
    package func refund(
        _ issued: IssuedCode, of account: CodeAccount, in storage: (any CodeStorage)?, at now: Int64
    ) throws(CodeStorageError) {
        if let storage, let charges = issued.charges { try refund(charges, of: account, in: storage, at: now) }
    }

    /// Notes that the request has been answered, so later calls do not share its code. This always takes one call of
    /// the storage, so that its time reveals nothing.
    package func finish(
        _ issued: IssuedCode, _ request: CodeRequest, in storage: (any CodeStorage)?, at now: Int64
    ) throws(CodeStorageError) {
        guard request.repetition != nil, issued.mail != .none(.shared), let storage else { return }
        guard let charges = issued.charges else {
            return try storage.remove("", from: keys.item(.answers, [issued.ticket.code]))
        }
        _ = try change(request.account, .known(charges.account), in: storage, at: now) { $0.finish(issued.ticket.code) }
    }
}
