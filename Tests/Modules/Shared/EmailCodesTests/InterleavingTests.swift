import EmailCodes
import Primitives
import Testing

@Suite("An owner and an attacker at one account, in random order")
struct InterleavingTests {
    /// Seeds that stay: a new one each time could fail by chance.
    static let seeds = (1...31).map { UInt64($0) }

    @Test("whoever types a code of her own session, or the long one, gets in", arguments: seeds)
    func ownerGetsIn(seed: UInt64) throws {
        var play = try Play(seed, attackerIsGreedy: seed.isMultiple(of: 3))
        for _ in 0..<1_000 { try play.step() }
        #expect(play.entries > 5, "seed \(seed)")
        #expect(play.longestRow <= play.desk.codes.rules.maximumGuessesInARow, "seed \(seed)")
    }

    @Test("an attacker who plans the guesses gets no further than the documented number between two right answers")
    func guessesInARowAreLimited() throws {
        let desk = try Desk()
        let rules = desk.codes.rules
        #expect(rules.maximumGuessesInARow == 79)
        var judged = 0
        /// Three sessions that share one mail.
        func three() throws -> [Desk.Session] {
            let event = desk.id("event")
            let first = try desk.begin(repetition: event)
            let others = try (0..<2).map { _ in try desk.ask(repetition: event) }
            try desk.finish(first)
            return [first] + others
        }
        func guess(_ session: Desk.Session, atMost limit: Int) throws {
            for number in 1...7 where judged < limit {
                if try desk.answer(session, try desk.wrong(session, number)) == .wrong(.wrongCode) { judged += 1 }
            }
        }
        for session in try three() + three() { try guess(session, atMost: CodeRules.wrongAnswersUntilLong - 1) }
        #expect(judged == 19)
        desk.now += 5 * rules.lifetime(isLong: true)
        let open = try (0..<6).flatMap { _ in try three() }
        for session in open { try guess(session, atMost: .max) }
        for _ in 0..<50 {
            desk.now += rules.lifetime(isLong: true)
            for session in try three() { try guess(session, atMost: .max) }
        }
        #expect(judged == rules.maximumGuessesInARow)
    }

    @Test("an attacker who asks again in a session gains nothing: an answer is a guess at each code it may be")
    func askingAgainGainsNothing() throws {
        let desk = try Desk()
        let rules = desk.codes.rules
        /// Guesses at the codes of a session, as many as are compared with an answer, until no answer is judged.
        func guess(_ session: Desk.Session, codes: Int, atMost limit: Int = .max) throws -> Int {
            var guesses = 0
            for number in 1...7 where guesses < limit {
                if try desk.answer(session, try desk.wrong(session, number)) == .wrong(.wrongCode) { guesses += codes }
            }
            return guesses
        }
        var judged = 0
        for _ in 0..<4 { judged += try guess(try desk.ask(), codes: 1, atMost: 19 - judged) }
        #expect(judged == 19)
        desk.now += 5 * rules.lifetime(isLong: true)
        let first = try (0..<2).map { _ in try desk.ask() }
        desk.now += rules.lifetime(isLong: false) / 2 + 1
        let second = try first.map { try desk.ask(again: $0) }
        #expect(Set((first + second).compactMap(\.mail)).count == 4)
        for session in second { judged += try guess(session, codes: 2) }
        #expect(judged == 39)
        for _ in 0..<50 {
            desk.now += rules.lifetime(isLong: true)
            let session = try desk.ask()
            judged += try guess(try desk.ask(again: session), codes: 1)
        }
        #expect(judged == 39 && judged <= rules.maximumGuessesInARow)
    }
}

/// An owner who signs in now and then, and an attacker who starts sessions for her account and guesses in them.
private struct Play {
    /// A session of the owner's, and the mails whose codes she may type.
    private struct OwnSession {
        var session: Desk.Session
        var mails: [Mail]
        var typos = 0
    }

    /// A mail in the owner's mailbox.
    private struct Mail {
        let text: String
        let code: String
        /// When its code was issued.
        let time: Int64
        var isLong: Bool { text.utf8.count > 6 }

        func isAlive(_ rules: CodeRules, at now: Int64) -> Bool { now < time + rules.lifetime(isLong: isLong) }
    }

    let desk: Desk
    private let seed: UInt64
    private var random: SeededRandom
    private let isGreedy: Bool
    private var mailbox: [Mail] = []
    /// Calls of Create that have begun and not finished, whoever made them.
    private var pending: [(session: Desk.Session, isOwner: Bool)] = []
    private var owner: OwnSession?
    private var attacker: [Desk.Session] = []
    /// When the owner used a code last.
    private var lastUse: Int64 = 0
    private var row = 0
    private(set) var longestRow = 0
    private(set) var entries = 0

    init(_ seed: UInt64, attackerIsGreedy: Bool) throws {
        self.seed = seed
        random = SeededRandom(seed)
        isGreedy = attackerIsGreedy
        desk = try Desk()
    }

    mutating func step() throws {
        let lifetime = desk.codes.rules.lifetime(isLong: true)
        switch Int.random(in: 0..<(isGreedy ? 16 : 10), using: &random) {
        case 0: desk.now += Int64.random(in: 0...lifetime / 10, using: &random)
        case 1: desk.now += Int64.random(in: 0...(isGreedy ? lifetime / 4 : 2 * lifetime), using: &random)
        case 2: try startOwner()
        case 3: try Bool.random(using: &random) ? finishOne() : askAgain()
        case 4, 5: try type()
        case 6, 7, 10, 11: try startAttacker()
        default: for _ in 0...4 { try guess() }
        }
    }

    /// Every session asks with the same event: nothing tells the owner's from the attacker's.
    private mutating func start() throws -> Desk.Session {
        let session = try desk.begin(repetition: "the same event")
        receive(session)
        return session
    }

    private mutating func receive(_ session: Desk.Session) {
        guard let text = session.mail else { return }
        mailbox.append(Mail(text: text, code: session.ticket.code, time: session.ticket.issuedAt))
    }

    /// The owner asks for another code in her session.
    private mutating func askAgain() throws {
        guard var own = owner else { return }
        own.session = try desk.begin(again: own.session)
        receive(own.session)
        if own.session.mail != nil, let mail = mailbox.last { own.mails.append(mail) }
        owner = own
    }

    private mutating func startOwner() throws {
        guard owner == nil else { return }
        let session = try start()
        if session.issued.mail != .none(.shared) { pending.append((session, true)) }
        // She looks for the mail of her session, then for a long code that still lives.
        let rules = desk.codes.rules
        let mail =
            mailbox.last { $0.code == session.ticket.code }
            ?? mailbox.last { $0.isLong && $0.isAlive(rules, at: desk.now) && $0.time > lastUse }
        guard let mail else {
            Issue.record("the owner is shut out, seed \(seed)")
            return
        }
        owner = OwnSession(session: session, mails: [mail])
    }

    private mutating func finishOne() throws {
        guard !pending.isEmpty else { return }
        let (session, isOwner) = pending.remove(at: Int.random(in: pending.indices, using: &random))
        // Mails of the attacker's are refused, but none whose code the owner has seen. Whoever asks in the moment until
        // a mail is given back gets none.
        let isRefused =
            !isOwner && pending.isEmpty && !(owner?.mails.contains { $0.text == session.mail } ?? false)
            && Int.random(in: 0..<2, using: &random) == 0
        try desk.finish(session, isRefused: isRefused)
        if isRefused { mailbox.removeAll { $0.code == session.ticket.code } }
        guard !isOwner else { return }
        attacker.removeAll { $0.request.session == session.request.session }
        attacker.append(session)
    }

    private mutating func type() throws {
        guard var own = owner else { return }
        let rules = desk.codes.rules
        guard let mail = own.mails.filter({ $0.isAlive(rules, at: desk.now) }).randomElement(using: &random) else {
            owner = nil
            return
        }
        if own.typos < 4, Int.random(in: 0..<4, using: &random) == 0 {
            own.typos += 1
            owner = own
            let verdict = try desk.answer(own.session, wrong())
            #expect(verdict != .right)
            // Of two codes that live, each is a guess.
            let codes = Set(own.mails.filter { !$0.isLong && $0.isAlive(rules, at: desk.now) }.map(\.code))
            if verdict == .wrong(.wrongCode) { for _ in codes { countGuess() } }
            return
        }
        let verdict = try desk.answer(own.session, mail.text)
        #expect(verdict == .right, "seed \(seed)")
        (owner, lastUse, row) = (nil, desk.now, 0)
        entries += 1
        desk.now += 1
    }

    private mutating func startAttacker() throws {
        let session = try start()
        attacker.append(session)
        if session.issued.mail != .none(.shared) { pending.append((session, false)) }
        attacker = attacker.suffix(40)
    }

    private mutating func guess() throws {
        guard let session = attacker.randomElement(using: &random) else { return }
        let guess = Int.random(in: 0..<20, using: &random) == 0 ? "0000-0000-0000-0000" : wrong()
        if try desk.answer(session, guess) == .wrong(.wrongCode), guess.utf8.count == 6 { countGuess() }
    }

    private mutating func countGuess() {
        row += 1
        longestRow = max(longestRow, row)
    }

    /// Six digits that no mail carried: whoever guesses right gets in, and the test would not show anything.
    private mutating func wrong() -> String {
        while true {
            let guess = String(String(1_000_000 + Int.random(in: 0..<1_000_000, using: &random)).dropFirst())
            if !mailbox.contains(where: { $0.text == guess }) { return guess }
        }
    }
}
