internal import ExpiringState
private import OpenSSLCrypto
package import Primitives

extension OneTimeCodes {
    /// Reads an answer; nil if it cannot be a code, so that it needs no judgement and counts nowhere.
    package func read(_ answer: String) -> TypedCode? { TypedCode(answer, digits: rules.digits) }

    /// Judges an answer.
    /// - Parameters:
    ///   - ticket: what the session keeps of the code that it asked for last; nil if it has asked for none, and only a
    ///     long code can be right.
    ///   - scope: which short codes may be the answer. Without a storage only the ticket's may.
    ///   - account: the account as it is now. A code that was sent to another address is wrong.
    ///   - attempt: identifies the attempt: one that is repeated gets the same verdict, and no other one can use the
    ///     same code again.
    ///   - storage: nil without limits.
    ///   - now: milliseconds since 1970.
    ///   - report: is told why something could not be noted after a right answer, which stays right.
    /// - Throws: `CodeStorageError` if the limits cannot be asked. The answer is not right then.
    package func judge(
        _ answer: TypedCode, _ ticket: CodeTicket?, _ scope: CodeScope = .ticket, of account: CodeAccount,
        attempt: String, in storage: (any CodeStorage)?, at now: Int64,
        report: (CodeStorageError) -> Void
    ) throws(CodeStorageError) -> CodeVerdict {
        let attempt = keys.mark([attempt])
        let judged: (verdict: CodeVerdict, item: AccountCodes)
        switch answer {
        case .long(let characters):
            guard let storage else { return .wrong(.wrongCode) }
            judged = try judge(long: characters, of: account, attempt, in: storage, at: now)
        case .digits(let digits):
            guard let ticket else { return .wrong(.closedRound) }
            guard now < ticket.issuedAt + rules.lifetime else { return .wrong(.expired) }
            func compare(_ code: String) -> AccountCodes.Comparison? {
                keys.key(of: code).map { key in
                    let text = key.digits(of: code, for: account, count: rules.digits)
                    return AccountCodes.Comparison(
                        mark: keys.mark([ticket.session, code, digits]),
                        isRight: account.canGetMail && Self.areEqual(digits, text))
                }
            }
            guard let own = compare(ticket.code) else { return .wrong(.unknownKey) }
            guard let storage else { return own.isRight ? .right : .wrong(.wrongCode) }
            let answer = AccountCodes.Answer(
                session: keys.mark([ticket.session]), client: client(of: account), attempt: attempt,
                code: scope == .ticket ? ticket.code : nil)
            judged = try judge(answer, own.mark, of: account, ticket, in: storage, at: now, compare)
        }
        guard judged.verdict == .right else { return judged.verdict }
        if let storage, let address = bucket(ofAddress: account), let mail = judged.item.mail(usedBy: attempt) {
            do throws(CodeStorageError) {
                _ = try change(address, .read, in: storage, at: now) { (bucket: inout MailBucket) in
                    bucket.refund(used: mail, by: rules.address, at: now)
                }
            } catch { report(error) }
        }
        return .right
    }

    /// Judges an answer of digits, with one reading and one write for every session. Where it is compared with no code,
    /// it is counted in an item of the session's own: so strangers do not change the account's item, and no caller
    /// can tell the two apart.
    private func judge(
        _ answer: AccountCodes.Answer, _ mark: String, of account: CodeAccount, _ ticket: CodeTicket,
        in storage: any CodeStorage, at now: Int64, _ compare: (String) -> AccountCodes.Comparison?
    ) throws(CodeStorageError) -> (verdict: CodeVerdict, item: AccountCodes) {
        let (judged, item) = try change(account, .read, in: storage, at: now) { item in
            let former = item
            let verdict = item.judge(answer, by: rules, at: now, compare: compare)
            return (verdict: verdict, isCounted: item != former)
        }
        guard !judged.isCounted, judged.verdict != .right else { return (judged.verdict, item) }
        let isAmongFirst = try storage.add(
            mark, to: keys.item(.answers, [account.id, ticket.session, ticket.code]),
            atMost: Int64(rules.guesses), until: ticket.issuedAt + CodeRules.longLifetime)
        return (isAmongFirst ? judged.verdict : .wrong(.tooManyGuesses), item)
    }

    private func judge(
        long characters: String, of account: CodeAccount, _ attempt: String, in storage: any CodeStorage, at now: Int64
    ) throws(CodeStorageError) -> (verdict: CodeVerdict, item: AccountCodes) {
        let (verdict, item) = try change(account, .read, in: storage, at: now) { item in
            var verdict = CodeVerdict.wrong(.wrongCode)
            for code in item.longCodes {
                guard let key = keys.key(of: code.id) else {
                    verdict = .wrong(.unknownKey)
                    continue
                }
                guard account.canGetMail, Self.areEqual(characters, key.longCode(of: code.id, for: account)) else {
                    continue
                }
                return item.use(code, at: client(of: account), by: attempt, rules, now: now)
            }
            return verdict
        }
        return (verdict, item)
    }

    private static func areEqual(_ answer: String, _ code: String) -> Bool {
        constantTimeEqual(Array(answer.utf8), Array(code.utf8))
    }
}

/// Which short codes an answer may be.
package enum CodeScope: Sendable {
    /// The code of the ticket alone.
    case ticket
    /// Any code of the ticket's session that is alive.
    case session
}

/// What an answer is worth.
package enum CodeVerdict: Equatable, Sendable {
    /// It is the code.
    case right
    /// It is not, for this reason.
    case wrong(Refusal)
}
