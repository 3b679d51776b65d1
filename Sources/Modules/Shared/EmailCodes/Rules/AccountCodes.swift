/// What is remembered of one account: its mails, the codes under way, and the wrong answers. The rules of emailed codes
/// are its functions: they depend on nothing but these values.
///
/// An account at rest, in which no code can be alive any more and no answer was wrong, remembers nothing.
package struct AccountCodes: Equatable, Sendable {
    /// The mails that the account may get.
    var mails = MailBucket()
    /// How many answers to short codes were wrong since the last right one.
    var wrong = 0
    /// The codes by id.
    var codes: [String: PendingCode] = [:]
    /// When a code was used last at a client, by the client's digest, in milliseconds since 1970.
    var uses: [String: Int64] = [:]
    /// The answers to a code in a session, as digests, by the code's id, a full stop and the session's digest.
    var answers: [String: [String]] = [:]

    package init() {}

    /// What becomes of a request for a code.
    package enum Admission: Equatable, Sendable {
        /// The request gets a mail with a code of its own.
        case leads(PendingCode)
        /// The request shares the code and the mail of a call that has not ended.
        case shares(PendingCode)
        /// The account has got too many mails.
        case refused
    }

    /// Asks for a code.
    /// - Parameter own: the code that the request gets if it shares none.
    package mutating func request(_ own: PendingCode, by rules: CodeRules, at now: Int64) -> Admission {
        if let code = codes[own.id], !code.isRefunded { return .leads(code) }
        if var shared = codes.values.first(where: { isShared($0, by: own, at: now) }) {
            if !shared.sessions.contains(own.sessions[0]) { shared.sessions += own.sessions }
            codes[shared.id] = shared
            return .shares(shared)
        }
        guard mails.admit(own.id, by: rules.account, at: now) else { return .refused }
        forgetExpired(at: now)
        var code = own
        // The last mail helps the owner, whatever strangers do, until there is another one.
        code.isLong = mails.left(by: rules.account, at: now) <= 0 || wrong >= CodeRules.wrongAnswersUntilLong
        codes[code.id] = code
        return .leads(code)
    }

    /// Notes that the request has been answered, so that no other call shares its code.
    package mutating func finish(_ code: String) { codes[code]?.isFinished = true }

    /// Refunds the mail of a code, which was certainly not sent.
    package mutating func refund(_ code: String, by rules: CodeRules) {
        codes[code]?.isRefunded = true
        codes[code]?.isFinished = true
        mails.refund(code, by: rules.account)
    }

    /// What an answer to a short code is worth.
    package struct Answer {
        /// The code's id.
        let code: String
        /// The digests of the session, the client, and the answer.
        let session, client, mark: String
        /// Whether it is the code.
        let isRight: Bool
        /// The digest of the attempt.
        let attempt: String

        package init(code: String, session: String, client: String, mark: String, isRight: Bool, attempt: String) {
            (self.code, self.session, self.client) = (code, session, client)
            (self.mark, self.isRight, self.attempt) = (mark, isRight, attempt)
        }
    }

    /// Judges and counts an answer to a short code. Both are one change, so that simultaneous answers cannot get past
    /// the limit.
    package mutating func judge(_ answer: Answer, by rules: CodeRules, at now: Int64) -> CodeVerdict {
        guard let code = codes[answer.code], code.sessions.contains(answer.session) else { return .wrong(.noCode) }
        let key = "\(code.id).\(answer.session)"
        let given = answers[key] ?? []
        let isNew = !given.contains(answer.mark)
        guard !isNew || given.count < rules.guesses else { return .wrong(.tooManyGuesses) }
        if isNew { answers[key] = given + [answer.mark] }
        guard !code.isLong, !code.isRefunded, code.client == answer.client else { return .wrong(.noCode) }
        guard answer.isRight else {
            if isNew { wrong += 1 }
            return .wrong(.wrongCode)
        }
        return use(code, at: answer.client, by: answer.attempt, rules, now: now)
    }

    /// Uses a code, which ends the others of that client, forgets the wrong answers, and refunds the mail if none is
    /// left.
    package mutating func use(
        _ code: PendingCode, at client: String, by attempt: String, _ rules: CodeRules, now: Int64
    ) -> CodeVerdict {
        guard now < code.issuedAt + rules.lifetime(isLong: code.isLong) else { return .wrong(.expired) }
        if code.usedBy == attempt { return .right }
        guard code.usedBy.isEmpty, code.issuedAt > uses[client] ?? .min else { return .wrong(.alreadyUsed) }
        codes[code.id]?.usedBy = attempt
        // Two machines' clocks may differ: a use is never earlier than the code.
        uses[client] = max(now, code.issuedAt)
        wrong = 0
        mails.refund(used: code.id, by: rules.account, at: now)
        return .right
    }

    /// The long codes whose mails were not refunded.
    package var longCodes: [PendingCode] { codes.values.filter { $0.isLong && !$0.isRefunded } }

    /// Whether a call shares a code. Cognito calls Create again with the very same event if it gets no answer in time,
    /// and nothing tells such a call from another session's. So calls that arrive while the first one is unfinished
    /// share its code and its mail.
    private func isShared(_ code: PendingCode, by own: PendingCode, at now: Int64) -> Bool {
        // Using a code has ended those that were issued before.
        guard !own.repetition.isEmpty, code.repetition == own.repetition, code.issuedAt > uses[code.client] ?? .min
        else { return false }
        if code.sessions.dropFirst().contains(own.sessions[0]) { return true }
        return !code.isFinished && now - code.issuedAt < CodeRules.longestCall
            && code.sessions.count < CodeRules.sessionsPerCode
    }

    private mutating func forgetExpired(at now: Int64) {
        codes = codes.filter { now < $0.value.issuedAt + CodeRules.longLifetime }
        answers = answers.filter { answer in codes.keys.contains { answer.key.hasPrefix($0 + ".") } }
        uses = uses.filter { now < $0.value + 2 * CodeRules.longLifetime }
    }
}

extension AccountCodes: StoredCounts {
    /// Each part is changed on its own: an answer in one session, the use of a code and a request do not meet.
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
            case ("fullAt", _), ("momentAt", _), ("attempts", _): break
            default: return nil
            }
        }
    }
}

/// A code that was admitted to the mails of an account, until it expires.
package struct PendingCode: Equatable, Sendable {
    /// The code's id.
    package let id: String
    /// When it was issued, in milliseconds since 1970.
    let issuedAt: Int64
    /// The digest of the client that it is for: using a code there ends the others.
    let client: String
    /// The digest of what a request and its repetitions have in common; empty if nothing can repeat it unsaid.
    let repetition: String
    /// Whether it has 80 bits, and counts in every session of the account.
    package internal(set) var isLong = false
    /// The digests of the sessions in which a short code counts. The first one asked; the others share it.
    var sessions: [String]
    /// Whether the call that sends the mail has ended: later calls are sessions of their own.
    var isFinished = false
    /// Whether its mail was certainly not sent, so that the code is worthless.
    var isRefunded = false
    /// The digest of the attempt that used it; empty if none has.
    var usedBy = ""

    /// A code that is asked for.
    package init(id: String, issuedAt: Int64, client: String, repetition: String, session: String) {
        (self.id, self.issuedAt, self.client, self.repetition) = (id, issuedAt, client, repetition)
        sessions = [session]
    }

    // MARK: As text, for the storage

    var text: String {
        let flags = (isLong ? "L" : "S") + (isFinished ? "f" : "") + (isRefunded ? "r" : "")
        return [String(issuedAt), flags, client, repetition, usedBy, sessions.joined(separator: ",")]
            .joined(separator: " ")
    }

    init?(id: String, text: String) {
        let parts = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 6, let issuedAt = Int64(parts[0]), let kind = parts[1].first, kind == "L" || kind == "S"
        else { return nil }
        self.init(id: id, issuedAt: issuedAt, client: parts[2], repetition: parts[3], session: "")
        (isLong, isFinished, isRefunded) = (kind == "L", parts[1].contains("f"), parts[1].contains("r"))
        usedBy = parts[4]
        sessions = parts[5].split(separator: ",").map(String.init)
    }
}
