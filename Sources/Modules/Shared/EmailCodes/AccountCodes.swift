private import Primitives

/// An account's mails, live codes and wrong answers. The rules of emailed codes are its functions, which depend only on
/// these values.
///
/// An account at rest, without live codes and wrong answers, is empty.
package struct AccountCodes: Equatable, Sendable {
    /// The mails that the account may get.
    var mails = MailBucket()
    /// The wrong comparisons with short codes since the last right answer.
    var wrong = 0
    /// The codes by id.
    var codes: [String: PendingCode] = [:]
    /// When each client last used a code, by the client's digest, in milliseconds since 1970.
    var uses: [String: Int64] = [:]
    /// The answers of a requester to a code, as digests, by the code's id, a full stop and the requester's digest.
    var answers: [String: [String]] = [:]

    package init() {}

    /// The answer to a request for a code.
    package enum Admission: Equatable, Sendable {
        /// The request gets a mail with this code: its own, or an earlier one of the requester.
        case leads(PendingCode)
        /// The request shares the code and the mail of a call that has not ended.
        case shares(PendingCode)
        /// The account has already been sent too many mails.
        case refused
    }

    /// Asks for a code.
    /// - Parameters:
    ///   - own: the code that the request gets if it shares none and no code is mailed again. Its id is the mail's.
    ///   - isKnown: whether the key of the code with that id is still known.
    package mutating func request(
        _ own: PendingCode, by rules: CodeRules, at now: Int64, isKnown: (_ code: String) -> Bool = { _ in true }
    ) -> Admission {
        if let code = codes.values.first(where: { $0.mails.contains(own.id) }) { return .leads(code) }
        if var shared = codes.values.first(where: { isShared($0, by: own, at: now) }) {
            if !shared.requesters.contains(own.requesters[0]) { shared.requesters += own.requesters }
            codes[shared.id] = shared
            return .shares(shared)
        }
        guard mails.admit(own.id, at: now) else { return .refused }
        forgetExpired(at: now)
        var code = own
        // The last mail lets the owner in, whatever strangers do, until another mail is allowed.
        code.isLong = mails.left(at: now) <= 0 || wrong >= CodeRules.wrongAnswersUntilLong
        if !code.isLong, let former = mailedAgain(for: own, by: rules, at: now), isKnown(former.id) {
            code = former
            code.mails.append(own.id)
        }
        codes[code.id] = code
        return .leads(code)
    }

    /// Notes that the request has been answered, so later calls do not share its code.
    package mutating func finish(_ code: String) { codes[code]?.isFinished = true }

    /// Refunds a mail that was certainly not sent. Its code lives on if another mail carries it.
    package mutating func refund(_ mail: String) {
        for var code in codes.values {
            code.mails.removeAll { $0 == mail }
            if code.isRefunded { code.isFinished = true }
            codes[code.id] = code
        }
        mails.refund(mail)
    }

    /// Uses a code. This ends the client's other codes, forgets wrong answers, and refunds the mail if none is left.
    mutating func use(
        _ code: PendingCode, at client: String, by attempt: String, _ rules: CodeRules, now: Int64
    ) -> CodeVerdict {
        guard now < code.end(by: rules) else { return .wrong(.expired) }
        if code.usedBy == attempt { return .right }
        guard code.usedBy.isEmpty, code.issuedAt > uses[client] ?? .min else { return .wrong(.alreadyUsed) }
        codes[code.id]?.usedBy = attempt
        // Two machines' clocks may differ: a use is never earlier than the code.
        uses[client] = max(now, code.issuedAt)
        wrong = 0
        if let mail = code.mails.last { mails.refund(used: mail, at: now) }
        return .right
    }

    /// The last mail with the code that an attempt has used; nil if it has used none.
    func mail(usedBy attempt: String) -> String? { codes.values.first { $0.usedBy == attempt }?.mails.last }

    /// The long codes whose mails were not refunded.
    var longCodes: [PendingCode] { codes.values.filter { $0.isLong && !$0.isRefunded } }

    /// Whether a code has been used, or a use has ended it.
    func hasEnded(_ code: PendingCode) -> Bool {
        !code.usedBy.isEmpty || code.issuedAt <= uses[code.client] ?? .min
    }

    /// Whether a call shares a code. If Create does not answer in time, Cognito calls it again with the same event.
    /// That call looks like another requester. So calls that arrive before the first has ended share its code and mail.
    private func isShared(_ code: PendingCode, by own: PendingCode, at now: Int64) -> Bool {
        guard !own.repetition.isEmpty, code.repetition == own.repetition, !hasEnded(code) else { return false }
        if code.requesters.dropFirst().contains(own.requesters[0]) { return true }
        return !code.isFinished && now - code.issuedAt < CodeRules.longestCall
            && code.requesters.count < CodeRules.requestersPerCode
    }

    /// The code that the requester's next mail carries again: the newest one with answers and half of its life left. A
    /// repeated request keeps its code, however old.
    private func mailedAgain(for own: PendingCode, by rules: CodeRules, at now: Int64) -> PendingCode? {
        codes.values.filter { code in
            !code.isLong && !code.isRefunded && !hasEnded(code)
                && code.client == own.client && code.requesters.contains(own.requesters[0])
                && (now - code.issuedAt <= rules.lifetime / 2 || code.id == own.id)
                && given(to: code, by: own.requesters[0]).count < rules.guesses
        }.max { $0.issuedAt < $1.issuedAt }
    }

    private mutating func forgetExpired(at now: Int64) {
        codes = codes.filter { now < $0.value.issuedAt + CodeRules.longLifetime }
        answers = answers.filter { answer in codes.keys.contains { answer.key.hasPrefix($0 + ".") } }
        uses = uses.filter { now < $0.value + 2 * CodeRules.longLifetime }
    }
}

extension AccountCodes: StoredCounts {
    /// Parts change independently: one requester's answer, the use of a code and a request do not conflict.
    package var parts: [String: StoredPart] {
        var parts = mails.parts
        if wrong > 0 { parts[Self.counter] = .number(Int64(wrong)) }
        for (id, code) in codes { parts["code." + id] = .text(code.text) }
        for (client, time) in uses { parts["used." + client] = .number(time) }
        for (key, given) in answers { parts["answers." + key] = .text(given.joined(separator: " ")) }
        return parts
    }

    package init?(parts: [String: StoredPart]) {
        guard let mails = MailBucket(parts: parts) else { return nil }
        self.mails = mails
        for (name, part) in parts {
            let words = name.split(separator: ".", maxSplits: 1).map(String.init)
            switch (words[0], part) {
            case (Self.counter, .number(let number)): wrong = Int(clamping: number)
            case ("code", .text(let text)):
                guard words.count == 2, let code = PendingCode(id: words[1], text: text) else { return nil }
                codes[code.id] = code
            case ("used", .number(let time)) where words.count == 2: uses[words[1]] = time
            case ("answers", .text(let text)) where words.count == 2:
                answers[words[1]] = text.split(separator: " ").map(String.init)
            case ("fullAt", _), ("attempts", _): break
            default: return nil
            }
        }
    }
}
