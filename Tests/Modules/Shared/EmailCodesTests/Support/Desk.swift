import EmailCodes
import Primitives
import StandIns
import Testing

/// Codes with a storage and a clock, as a test drives them.
final class Desk {
    /// A requester and its last code.
    struct Requester {
        let account: CodeAccount
        let request: CodeRequest
        var issued: IssuedCode
        var ticket: CodeTicket { issued.ticket }

        /// The text of the mail; nil if none was sent.
        var mail: String? {
            switch issued.mail {
            case .short(let text), .long(let text), .again(let text, _): text
            case .none: nil
            }
        }

        var isLong: Bool { if case .long = issued.mail { true } else { false } }
    }

    static let start: Int64 = 1_800_000_000_000
    static let owner = CodeAccount(
        id: "pool user", client: "client", address: "anna@example.test", isAddressVerified: true)

    let codes: OneTimeCodes
    let storage: (any CodeStorage)?
    var now = Desk.start
    /// What the process remembers of networks.
    var closed = ClosedNetworks()
    private var count = 0
    /// What could not be noted after right answers.
    private(set) var reported: [CodeStorageError] = []

    init(
        _ rules: CodeRules = CodeRules(lifetime: 300, mailsPerHour: 100_000),
        storage: (any CodeStorage)? = MemoryCodeStorage(), key: UInt8 = 1
    ) throws {
        codes = OneTimeCodes(
            rules, CodeKeys(codes: Array(repeating: key, count: 32), counting: Array(repeating: 2, count: 32)))
        self.storage = storage
    }

    /// An id that nothing had before.
    func id(_ kind: String) -> String {
        count += 1
        return "\(kind) \(count)"
    }

    /// Asks for a code, without saying whether the mail was sent.
    /// - Parameter former: a requester that has asked before; nil for a new one.
    func begin(
        _ account: CodeAccount = Desk.owner, repetition: String? = nil, again former: Requester? = nil
    ) throws -> Requester {
        let request = CodeRequest(
            account: former?.account ?? account, requester: former?.request.requester ?? id("requester"),
            attempt: id("attempt"), repetition: repetition)
        let issued = try codes.request(request, in: storage, at: now)
        return Requester(account: request.account, request: request, issued: issued)
    }

    func finish(_ requester: Requester, isRefused: Bool = false) throws {
        if isRefused { try codes.refund(requester.issued, of: requester.account, in: storage, at: now) }
        try codes.finish(requester.issued, requester.request, in: storage, at: now)
    }

    /// Asks for a code, whose mail is sent.
    func ask(
        _ account: CodeAccount = Desk.owner, repetition: String? = nil, again former: Requester? = nil
    ) throws -> Requester {
        let requester = try begin(account, repetition: repetition, again: former)
        try finish(requester)
        return requester
    }

    /// Why a limit that does not depend on the user refuses a request; nil if none does.
    func refusal(
        from caller: String?, requester: String? = nil, attempt: String? = nil
    ) throws -> IssuedCode.Reason? {
        try codes.refusal(
            of: requester ?? id("requester"), attempt: attempt ?? id("attempt"),
            from: caller.flatMap { CallerNetwork($0) },
            closed, in: try #require(storage), at: now)
    }

    /// Whether an answer may wait that came from there.
    func mayAnswerWait(from caller: String?, attempt: String? = nil) throws -> Bool {
        try codes.mayAnswerWait(
            attempt ?? id("attempt"), from: caller.flatMap { CallerNetwork($0) }, closed, in: try #require(storage),
            at: now)
    }

    func answer(
        _ requester: Requester, _ answer: String, as account: CodeAccount? = nil, attempt: String? = nil
    ) throws -> CodeVerdict {
        guard let typed = codes.read(answer) else { return .wrong(.unusableAnswer) }
        return try codes.judge(
            typed, requester.ticket, .requester, of: account ?? requester.account, attempt: attempt ?? id("answer"),
            in: storage,
            at: now
        ) { [self] in reported.append($0) }
    }

    /// Six digits that are not the requester's code.
    func wrong(_ requester: Requester, _ number: Int = 1) throws -> String {
        for guess in (number * 100)... {
            let digits = String(String(1_000_000 + guess % 1_000_000).dropFirst())
            if digits != requester.mail { return digits }
        }
        return ""
    }
}
