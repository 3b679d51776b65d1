private import OpenSSLCrypto

extension OneTimeCodes {
    /// Judges an answer.
    /// - Parameters:
    ///   - ticket: what the session keeps; nil if it has asked for no code, and only a long one can be right.
    ///   - account: the account as it is now. A code that was sent to another address is wrong.
    ///   - attempt: identifies the attempt: one that is repeated gets the same verdict, and no other one can use the
    ///     same code again.
    ///   - storage: nil without limits.
    ///   - now: milliseconds since 1970.
    ///   - report: is told why something could not be noted after a right answer, which stays right.
    /// - Throws: `CodeStorageError` if the limits cannot be asked. The answer is not right then.
    package func judge(
        _ answer: String, _ ticket: CodeTicket?, of account: CodeAccount, attempt: String,
        in storage: (any CodeStorage)?, at now: Int64, report: @escaping (CodeStorageError) -> Void
    ) throws(CodeStorageError) -> CodeVerdict {
        let use = Use(account: account, attempt: attempt, now: now, report: report)
        switch TypedCode(answer, digits: rules.digits) {
        case nil: return .wrong(.unusableAnswer)
        case .long(let characters):
            guard let storage else { return .wrong(.wrongCode) }
            return try judge(long: characters, use, in: storage)
        case .digits(let digits):
            guard let ticket else { return .wrong(.noCode) }
            guard now < ticket.expiresAt else { return .wrong(.expired) }
            guard let key = keys.key(of: ticket.code) else { return .wrong(.unknownKey) }
            guard let storage else { return isRight(digits, ticket, account, key) ? .right : .wrong(.wrongCode) }
            return try judge(digits, ticket, key, use, in: storage)
        }
    }

    /// The attempt to use a code.
    private struct Use {
        let account: CodeAccount
        let attempt: String
        let now: Int64
        let report: (CodeStorageError) -> Void
    }

    /// Every answer is counted before it is judged, so that simultaneous ones cannot get past the limit.
    private func judge(
        _ digits: String, _ ticket: CodeTicket, _ key: CodeKey, _ use: Use, in storage: any CodeStorage
    ) throws(CodeStorageError) -> CodeVerdict {
        let account = use.account
        let answer = keys.mark([ticket.session, ticket.code, digits])
        let session = keys.item("guesses", [account.id, ticket.session, ticket.code])
        guard try storage.count(answer, in: session, atMost: rules.guesses, until: ticket.expiresAt) else {
            return .wrong(.tooManyGuesses)
        }
        let isOpen = try isOpen(ticket, of: account, in: storage)
        guard isRight(digits, ticket, account, key), isOpen else {
            try storage.countWrong(
                answer, of: wrongAnswers(of: account), atMost: CodeRules.wrongAnswersCounted,
                until: use.now + (account.exists ? Self.memoryOfUsers : Self.memoryOfStrangers))
            return .wrong(isOpen ? .wrongCode : .noCode)
        }
        return try finish(use, of: keys.mark([ticket.code]), issuedAt: ticket.issuedAt, in: storage)
    }

    private func judge(
        long characters: String, _ use: Use, in storage: any CodeStorage
    ) throws(CodeStorageError) -> CodeVerdict {
        let account = use.account
        let item = long(characters, of: account)
        guard let code = try storage.longCode(item), account.canGetMail else {
            return .wrong(.wrongCode)
        }
        guard let key = keys.key(of: code.authenticationCode) else { return .wrong(.unknownKey) }
        let expected = key.authenticationCode(
            ofLong: characters, issuedAt: code.issuedAt, expiresAt: code.expiresAt, account)
        guard constantTimeEqual(Array(expected.utf8), Array(code.authenticationCode.utf8)) else {
            return .wrong(.wrongCode)
        }
        guard use.now < code.expiresAt else { return .wrong(.expired) }
        guard try storage.useLongCode(item, by: keys.mark([use.attempt])) else { return .wrong(.alreadyUsed) }
        return try finish(use, of: code.attempt, issuedAt: code.issuedAt, in: storage)
    }

    /// Uses a code, which ends the others of the account and the client.
    private func finish(
        _ use: Use, of mark: String, issuedAt: Int64, in storage: any CodeStorage
    ) throws(CodeStorageError) -> CodeVerdict {
        // Two machines' clocks may differ: a use is never earlier than the code.
        let now = max(use.now, issuedAt)
        let isUsed = try storage.use(
            codeOf: issuedAt, of: uses(of: use.account), by: keys.mark([use.attempt]), at: now,
            until: now + 2 * CodeRules.longLifetime)
        guard isUsed else { return .wrong(.alreadyUsed) }
        do throws(CodeStorageError) { try settle(mark, of: use.account, in: storage, at: now) } catch {
            use.report(error)
        }
        return .right
    }

    /// Forgets the wrong answers, and puts the mail of the used code back where nothing is left.
    private func settle(
        _ mark: String, of account: CodeAccount, in storage: any CodeStorage, at now: Int64
    ) throws(CodeStorageError) {
        let wrong = wrongAnswers(of: account)
        if try storage.wrongAnswers(of: wrong) > 0 { try storage.forgetWrong(of: wrong) }
        try storage.settle(mark, in: bucket(of: account), by: rules.account, at: now)
        if let bucket = addressBucket(of: account) {
            try storage.settle(mark, in: bucket, by: rules.address, at: now)
        }
    }

    private func isRight(
        _ digits: String, _ ticket: CodeTicket, _ account: CodeAccount, _ key: CodeKey
    ) -> Bool {
        let expected = key.authenticationCode(of: digits, ticket, account)
        return constantTimeEqual(Array(expected.utf8), Array(ticket.authenticationCode.utf8))
            && account.canGetMail
    }

    /// Whether a short code was mailed that counts in the session. The call that sent the mail of a shared one knows
    /// which code it carried; the account's bucket remembers it.
    private func isOpen(
        _ ticket: CodeTicket, of account: CodeAccount, in storage: any CodeStorage
    ) throws(CodeStorageError) -> Bool {
        switch ticket.state {
        case .mailed: return true
        case .long, .none: return false
        case .shared:
            let admission = try storage.admission(of: keys.mark([ticket.code]), to: bucket(of: account))
            return admission.map { !$0.isLong } ?? false
        }
    }

    /// How long wrong answers of a user are remembered, in milliseconds: until a right one, if it comes within ten
    /// years.
    private static let memoryOfUsers: Int64 = 10 * 366 * 86_400_000
    /// How long wrong answers for a name that no user has are remembered.
    private static let memoryOfStrangers: Int64 = 86_400_000
}
