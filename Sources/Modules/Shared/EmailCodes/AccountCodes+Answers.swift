private import Primitives

extension AccountCodes {
    /// A requester's answer to its short codes.
    package struct Answer {
        /// The digests of the requester, the client, and the attempt.
        let requester, client, attempt: String
        /// The id of the only code it may match; nil if any of the requester's may.
        let code: String?

        package init(requester: String, client: String, attempt: String, code: String? = nil) {
            (self.requester, self.client, self.attempt, self.code) = (requester, client, attempt, code)
        }
    }

    /// An answer compared with a code: the digest of the answer to that code, and whether the answer is the code.
    package typealias Comparison = (mark: String, isRight: Bool)

    /// Judges and counts a requester's answer to its short codes. Both are one change, so simultaneous answers cannot
    /// exceed the limit.
    ///
    /// The answer is compared with every live code of the requester that has answers left. It counts once for each of
    /// them. If it is wrong, it counts as often among the account's wrong answers.
    /// - Parameter compare: compares the answer with the code of that id; nil if the code's key is not known.
    package mutating func judge(
        _ answer: Answer, by rules: CodeRules, at now: Int64, compare: (_ code: String) -> Comparison?
    ) -> CodeVerdict {
        let mailed = codes.values.filter { code in
            !code.isLong && !code.isRefunded && code.client == answer.client
                && code.requesters.contains(answer.requester)
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
            guard let isNew = count(comparison.mark, for: code, of: answer.requester, by: rules) else { continue }
            if comparison.isRight { return use(code, at: answer.client, by: answer.attempt, rules, now: now) }
            isCompared = true
            if isNew { newlyWrong += 1 }
        }
        wrong += newlyWrong
        return .wrong(isCompared ? .wrongCode : .tooManyGuesses)
    }

    /// The answers that a requester has given to a code.
    func given(to code: PendingCode, by requester: String) -> [String] { answers[Self.key(code, requester)] ?? [] }

    /// Counts an answer to a code.
    /// - Returns: whether the answer is a new one; nil if the code has no answers left.
    private mutating func count(
        _ mark: String, for code: PendingCode, of requester: String, by rules: CodeRules
    ) -> Bool? {
        let given = given(to: code, by: requester)
        if given.contains(mark) { return false }
        guard given.count < rules.guesses else { return nil }
        answers[Self.key(code, requester)] = given + [mark]
        return true
    }

    private static func key(_ code: PendingCode, _ requester: String) -> String { "\(code.id).\(requester)" }
}
