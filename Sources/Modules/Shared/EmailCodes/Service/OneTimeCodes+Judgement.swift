internal import ExpiringState
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
        in storage: (any CodeStorage)?, at now: Int64, report: (CodeStorageError) -> Void
    ) throws(CodeStorageError) -> CodeVerdict {
        let attempt = keys.mark([attempt])
        let verdict: CodeVerdict
        let used: String
        switch TypedCode(answer, digits: rules.digits) {
        case nil: return .wrong(.unusableAnswer)
        case .long(let characters):
            guard let storage else { return .wrong(.wrongCode) }
            (verdict, used) = try judge(long: characters, of: account, attempt, in: storage, at: now)
        case .digits(let digits):
            guard let ticket else { return .wrong(.noCode) }
            guard now < ticket.issuedAt + rules.lifetime else { return .wrong(.expired) }
            guard let key = keys.key(of: ticket.code) else { return .wrong(.unknownKey) }
            let isRight =
                account.canGetMail
                && Self.areEqual(digits, key.digits(of: ticket.code, for: account, count: rules.digits))
            guard let storage else { return isRight ? .right : .wrong(.wrongCode) }
            let answer = AccountCodes.Answer(
                code: ticket.code, session: keys.mark([ticket.session]), client: client(of: account),
                mark: keys.mark([ticket.session, ticket.code, digits]), isRight: isRight, attempt: attempt)
            verdict = try judge(answer, of: account, ticket, in: storage, at: now)
            used = ticket.code
        }
        if verdict == .right, let storage, let address = bucket(ofAddress: account) {
            do throws(CodeStorageError) {
                _ = try change(address, .read, in: storage, at: now) { bucket in
                    bucket.refund(used: used, by: rules.address, at: now)
                }
            } catch { report(error) }
        }
        return verdict
    }

    /// Judges an answer to a short code, with one reading and one write for every session. Where no code of the session
    /// is under way, it is counted in an item of the session's own: so strangers do not change the account's item, and
    /// nobody can tell the two.
    private func judge(
        _ answer: AccountCodes.Answer, of account: CodeAccount, _ ticket: CodeTicket, in storage: any CodeStorage,
        at now: Int64
    ) throws(CodeStorageError) -> CodeVerdict {
        let (judged, _) = try change(account, .read, in: storage, at: now) { item in
            let former = item
            let verdict = item.judge(answer, by: rules, at: now)
            return (verdict: verdict, isCounted: item != former)
        }
        guard !judged.isCounted, judged.verdict != .right else { return judged.verdict }
        let isAmongFirst = try storage.add(
            answer.mark, to: keys.item(.answers, [account.id, ticket.session, ticket.code]),
            atMost: Int64(rules.guesses), until: ticket.issuedAt + CodeRules.longLifetime)
        return isAmongFirst ? judged.verdict : .wrong(.tooManyGuesses)
    }

    private func judge(
        long characters: String, of account: CodeAccount, _ attempt: String, in storage: any CodeStorage, at now: Int64
    ) throws(CodeStorageError) -> (verdict: CodeVerdict, code: String) {
        let (result, _) = try change(account, .read, in: storage, at: now) { item in
            var verdict = CodeVerdict.wrong(.wrongCode)
            for code in item.longCodes {
                guard let key = keys.key(of: code.id) else {
                    verdict = .wrong(.unknownKey)
                    continue
                }
                guard account.canGetMail, Self.areEqual(characters, key.longCode(of: code.id, for: account)) else {
                    continue
                }
                return (item.use(code, at: client(of: account), by: attempt, rules, now: now), code.id)
            }
            return (verdict, "")
        }
        return result
    }

    private static func areEqual(_ answer: String, _ code: String) -> Bool {
        constantTimeEqual(Array(answer.utf8), Array(code.utf8))
    }
}

/// What an answer is worth.
package enum CodeVerdict: Equatable, Sendable {
    /// It is the code.
    case right
    /// It is not, for this reason.
    case wrong(CodeRefusal)
}

/// Why an answer is wrong: for log and metrics, never for the caller. The words are those of `Refusal` for the same.
package enum CodeRefusal: String, Equatable, Sendable {
    /// The answer does not have the form of a code.
    case unusableAnswer = "unusable_answer"
    /// The code has expired.
    case expired
    /// The session has given as many different answers as are judged.
    case tooManyGuesses = "too_many_guesses"
    /// The answer is not the code.
    case wrongCode = "wrong_code"
    /// The code was made with a key that is not known. Nothing has been counted, so the answer may be judged again.
    case unknownKey = "unknown_key"
    /// No short code was sent for the session.
    case noCode = "no_code"
    /// The code has been used, or a code that was used later has ended it.
    case alreadyUsed = "already_used"
}
