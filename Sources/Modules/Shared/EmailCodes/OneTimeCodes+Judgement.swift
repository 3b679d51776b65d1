internal import ExpiringState
private import OpenSSLCrypto
package import Primitives

extension OneTimeCodes {
    /// Reads an answer; nil if it cannot be a code, and is not counted.
    package func read(_ answer: String) -> TypedCode? { TypedCode(answer, digits: rules.digits) }

    /// Judges an answer.
    /// - Parameters:
    ///   - ticket: the requester's last one; nil if it has none, so that only a long code can be right.
    ///   - scope: which short codes may be the answer; without a storage, only the ticket's.
    ///   - account: the current account. A code sent to another address is wrong.
    ///   - attempt: identifies the attempt: repeating it gives the same verdict, and no other attempt can use the code
    ///     again.
    ///   - storage: nil without limits.
    ///   - now: milliseconds since 1970.
    ///   - report: gets the error of a write after a right answer, which stays right.
    /// - Throws: `CodeStorageError` if the limits cannot be checked. The answer is then not right.
    package func judge(
        _ answer: TypedCode, _ ticket: CodeTicket?, _ scope: CodeScope = .ticket, of account: CodeAccount,
        attempt: String, in storage: (any CodeStorage)?, at now: Int64,
        report: (CodeStorageError) -> Void
    ) throws(CodeStorageError) -> CodeVerdict {
        let attempt = keys.mark([attempt])
        let judged: (result: CodeVerdict, item: AccountCodes)
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
                    return (
                        mark: keys.mark([ticket.requester, code, digits]),
                        isRight: account.canGetMail && Self.areEqual(digits, text)
                    )
                }
            }
            guard let own = compare(ticket.code) else { return .wrong(.unknownKey) }
            guard let storage else { return own.isRight ? .right : .wrong(.wrongCode) }
            let answer = AccountCodes.Answer(
                requester: keys.mark([ticket.requester]), client: client(of: account), attempt: attempt,
                code: scope == .ticket ? ticket.code : nil)
            judged = try judge(answer, own.mark, of: account, ticket, in: storage, at: now, compare)
        }
        guard judged.result == .right else { return judged.result }
        if let storage, let address = bucket(ofAddress: account), let mail = judged.item.mail(usedBy: attempt) {
            do throws(CodeStorageError) {
                _ = try change(address, .read, in: storage, at: now) { (bucket: inout MailBucket) in
                    bucket.refund(used: mail, at: now)
                }
            } catch { report(error) }
        }
        return .right
    }

    /// Judges digits, always with one read and one write. If there is no code to compare them with, they are counted in
    /// the requester's own item. So strangers do not change the account's item, and cannot tell the difference.
    private func judge(
        _ answer: AccountCodes.Answer, _ mark: String, of account: CodeAccount, _ ticket: CodeTicket,
        in storage: any CodeStorage, at now: Int64, _ compare: (String) -> AccountCodes.Comparison?
    ) throws(CodeStorageError) -> (result: CodeVerdict, item: AccountCodes) {
        let (judged, item) = try change(account, .read, in: storage, at: now) { item in
            let former = item
            let verdict = item.judge(answer, by: rules, at: now, compare: compare)
            return (verdict: verdict, isCounted: item != former)
        }
        guard !judged.isCounted, judged.verdict != .right else { return (judged.verdict, item) }
        let isAmongFirst = try storage.add(
            mark, to: keys.item(.answers, [account.id, ticket.requester, ticket.code]),
            atMost: Int64(rules.guesses), until: ticket.issuedAt + CodeRules.longLifetime)
        return (isAmongFirst ? judged.verdict : .wrong(.tooManyGuesses), item)
    }

    private func judge(
        long characters: String, of account: CodeAccount, _ attempt: String, in storage: any CodeStorage, at now: Int64
    ) throws(CodeStorageError) -> (result: CodeVerdict, item: AccountCodes) {
        try change(account, .read, in: storage, at: now) { item in
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
    }

    private static func areEqual(_ answer: String, _ code: String) -> Bool {
        constantTimeEqual(Array(answer.utf8), Array(code.utf8))
    }
}

/// Which short codes an answer may be.
package enum CodeScope: Sendable {
    /// Only the code of the ticket.
    case ticket
    /// Any live code of the ticket's requester.
    case requester
}

/// The verdict on an answer.
package enum CodeVerdict: Equatable, Sendable {
    /// It is the code.
    case right
    /// It is not, for this reason.
    case wrong(Refusal)
}
