/// The emailed codes of one account: which mail may leave, and which answer is right. Written from docs/security.md.
struct CodeBook {
    /// A code that was made, and the mail with it.
    struct Code {
        let id: Int
        let isLong: Bool
        /// Whether a mail with it left.
        fileprivate(set) var isMailed: Bool
        /// Its text, once the mail has left.
        var text: String?
        /// Whether its mail has been put back into the allowance.
        var isPutBack = false
    }

    /// What a round knows about its code.
    struct Ticket: Hashable {
        /// Which answers are counted together.
        let counter: Int
        let code: Int
        let issuedAt: Int64
        /// When the code ends.
        let endsAt: Int64
        /// Whether the code counts in this round: a short one was mailed for it.
        fileprivate(set) var isOpen: Bool
        /// Whether the limits have allowed its mail, and the mail service has not refused it.
        fileprivate(set) var isAllowed: Bool
        /// Whether the code is that of another call, which has not ended yet.
        var isShared = false
    }

    /// A call that has not ended yet, whose code calls with the same event share.
    struct Call {
        let code: Int
        let begunAt: Int64
        fileprivate(set) var sharers = 0
        fileprivate(set) var hasEnded = false
    }

    struct Answer: Hashable {
        let counter: Int
        let code: Int
        let text: String
    }

    let rules: ModelRules
    /// Whether the account exists. Otherwise no mail leaves and no answer is right.
    let exists: Bool
    var codes: [Int: Code] = [:]
    var longLife: [Int: Int64] = [:]
    var longUses: [Int: Int] = [:]
    var allowance: MailAllowance
    private var requests: [Int: Int] = [:]
    private var answers: [Int: Int] = [:]
    /// The guesses in each round since it has asked for a code.
    private var guesses: [Int: Set<String>] = [:]
    var calls: [String: Call] = [:]
    var given: Set<Answer> = []
    var wrong: Set<Answer> = []
    /// When a code was used last, in which round, and which one.
    var lastUse: (at: Int64, round: Int, code: Int)?
    private var nextID = 1

    init(_ rules: ModelRules, exists: Bool) {
        self.rules = rules
        self.exists = exists
        allowance = MailAllowance(atOnce: rules.mailsAtOnce, period: rules.longCodeLife)
    }

    /// A call of Create begins. Nothing tells it from another call with the same event.
    mutating func begin(event: String, at now: Int64) -> (ticket: Ticket, mail: Code?) {
        if var call = calls[event], !call.hasEnded, now - call.begunAt < rules.longestCall,
            call.sharers + 1 < rules.callsPerCode, lastUse.map({ $0.at < call.begunAt }) ?? true
        {
            call.sharers += 1
            calls[event] = call
            let isShort = codes[call.code].map { !$0.isLong && $0.isMailed } ?? false
            var ticket = ticket(call.code, at: call.begunAt, life: rules.codeLife, isOpen: isShort, isAllowed: true)
            ticket.isShared = true
            return (ticket, nil)
        }
        let (ticket, mail) = ask(at: now)
        calls[event] = Call(code: ticket.code, begunAt: now)
        return (ticket, mail)
    }

    /// A call of Create ends.
    mutating func end(event: String, _ ticket: Ticket) {
        if !ticket.isShared, calls[event]?.code == ticket.code { calls[event]?.hasEnded = true }
    }

    /// Whether a request for a code in a round is answered, which does not depend on the account.
    mutating func admits(_ round: Int) -> Bool {
        guard requests[round, default: 0] < rules.requestsOfRound else { return false }
        requests[round, default: 0] += 1
        guesses[round] = []
        return true
    }

    /// Whether the authenticator judges one more answer of a round, which does not depend on the account.
    mutating func judges(_ text: String, in round: Int) -> Bool {
        guard answers[round, default: 0] < rules.answersOfRound else { return false }
        if text.utf8.count == 6, !guesses[round, default: []].contains(text) {
            guard guesses(in: round) < rules.guesses else { return false }
            guesses[round, default: []].insert(text)
        }
        answers[round, default: 0] += 1
        return true
    }

    /// How many guesses there were in a round since it has asked for a code.
    func guesses(in round: Int) -> Int { guesses[round, default: []].count }

    /// Whether a use has ended the code of a ticket.
    func hasEnded(_ ticket: Ticket) -> Bool { lastUse.map { $0.at >= ticket.issuedAt } ?? false }

    /// Whether another mail for the round carries the code again: it has half of its life left, and answers.
    private func isMailedAgain(_ ticket: Ticket, at now: Int64) -> Bool {
        ticket.isOpen && !hasEnded(ticket) && now - ticket.issuedAt <= rules.codeLife / 2
            && answersGiven(to: ticket) < rules.guesses
    }

    /// Somebody asks for a code.
    /// - Parameter former: what the round has of the codes that it asked for before, the oldest first.
    mutating func ask(after former: [Ticket] = [], at now: Int64) -> (ticket: Ticket, mail: Code?) {
        let left = allowance.left(at: now)
        let isAllowed = left > 0
        let isLong = isAllowed && (left == 1 || wrong.count >= rules.wrongAnswersUntilLong)
        if isAllowed { allowance.spend(at: now) }
        if isAllowed, !isLong, let again = former.last(where: { isMailedAgain($0, at: now) }) {
            return (again, codes[again.code].flatMap { $0.isMailed ? $0 : nil })
        }
        let code = Code(id: nextID, isLong: isLong, isMailed: isAllowed && exists)
        nextID += 1
        codes[code.id] = code
        if isLong { longLife[code.id] = now }
        return (
            ticket(
                code.id, at: now, life: isLong ? rules.longCodeLife : rules.codeLife, isOpen: isAllowed && !isLong,
                isAllowed: isAllowed),
            code.isMailed ? code : nil
        )
    }

    private mutating func ticket(
        _ code: Int, at time: Int64, life: Int64, isOpen: Bool, isAllowed: Bool
    ) -> Ticket {
        defer { nextID += 1 }
        return Ticket(
            counter: nextID, code: code, issuedAt: time, endsAt: time + life, isOpen: isOpen, isAllowed: isAllowed)
    }

    /// The mail service has refused the mail of a code: it costs nothing, and its code is worth nothing.
    /// - Parameter isAgain: whether a mail of before carries the code too, which goes on then.
    mutating func takeBack(_ ticket: inout Ticket, isAgain: Bool = false) {
        allowance.putBack()
        ticket.isAllowed = false
        guard !isAgain else { return }
        ticket.isOpen = false
        codes[ticket.code]?.isMailed = false
        longLife[ticket.code] = nil
    }

    /// The mail with a code has come.
    mutating func note(_ text: String, of code: Int) { codes[code]?.text = text }
}
