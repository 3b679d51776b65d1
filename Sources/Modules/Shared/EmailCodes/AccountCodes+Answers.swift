private import Primitives

extension AccountCodes {
    /// An answer to short codes of a session.
    package struct Answer {
        /// The digests of the session, the client, and the attempt.
        let session, client, attempt: String
        /// The id of the only code it may match; nil if any code of the session may.
        let code: String?

        package init(session: String, client: String, attempt: String, code: String? = nil) {
            (self.session, self.client, self.attempt, self.code) = (session, client, attempt, code)
        }
    }

    /// An answer compared with a code.
    package struct Comparison {
        /// The digest of the answer to that code.
        let mark: String
        /// Whether the answer is the code.
        let isRight: Bool

        package init(mark: String, isRight: Bool) { (self.mark, self.isRight) = (mark, isRight) }
    }

    /// Judges and counts an answer to the short codes of a session. Both are one change, so simultaneous answers cannot
    /// exceed the limit.
    ///
    /// The answer is compared with every live code of the session that has answers left. It counts once for each of
    /// them, and if it is wrong, as often among the wrong answers of the account.
    /// - Parameter compare: compares the answer with the code of that id; nil if the code's key is not known.
    package mutating func judge(
        _ answer: Answer, by rules: CodeRules, at now: Int64, compare: (_ code: String) -> Comparison?
    ) -> CodeVerdict {
        let mailed = codes.values.filter { code in
            !code.isLong && !code.isRefunded && code.client == answer.client && code.sessions.contains(answer.session)
                && code.id == answer.code ?? code.id
        }
        guard !mailed.isEmpty else { return .wrong(.closedRound) }
        let living = mailed.filter { now < $0.end(by: rules) }
        guard !living.isEmpty else { return .wrong(.expired) }
        if living.contains(where: { $0.usedBy == answer.attempt && compare($0.id)?.isRight == true }) { return .right }
        let open = living.filter { !hasEnded($0) }
        guard !open.isEmpty else { return .wrong(.alreadyUsed) }
        let known = open.compactMap { code in compare(code.id).map { (code, $0) } }
        guard !known.isEmpty else { return .wrong(.unknownKey) }
        var (isCompared, newlyWrong) = (false, 0)
        for (code, comparison) in known {
            guard let isNew = count(comparison.mark, for: code, in: answer.session, by: rules) else { continue }
            if comparison.isRight { return use(code, at: answer.client, by: answer.attempt, rules, now: now) }
            isCompared = true
            if isNew { newlyWrong += 1 }
        }
        wrong += newlyWrong
        return .wrong(isCompared ? .wrongCode : .tooManyGuesses)
    }

    /// The answers that were given to a code in a session.
    func given(to code: PendingCode, in session: String) -> [String] { answers[Self.key(code, session)] ?? [] }

    /// Counts an answer to a code.
    /// - Returns: whether the answer is a new one; nil if the code has no answers left.
    private mutating func count(
        _ mark: String, for code: PendingCode, in session: String, by rules: CodeRules
    ) -> Bool? {
        let given = given(to: code, in: session)
        if given.contains(mark) { return false }
        guard given.count < rules.guesses else { return nil }
        answers[Self.key(code, session)] = given + [mark]
        return true
    }

    private static func key(_ code: PendingCode, _ session: String) -> String { "\(code.id).\(session)" }
}
