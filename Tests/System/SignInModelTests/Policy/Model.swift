import LambdaRuntime
import SoftwarePasskey

/// Who acts.
enum Actor: String, CaseIterable {
    case owner, attacker
}

/// One sign-in that an actor has begun.
struct Seat {
    let id: Int
    var actor: Actor
    var session: CognitoSession
    /// The round that waits for its answer.
    var round: ModelRound
    /// The round before it.
    var former: ModelRound?
}

/// What the model knows of a round.
struct ModelRound {
    /// Tells it from all others.
    let key: Int
    /// Its number in its step, from 1.
    let number: Int
    /// When it began, in milliseconds since 1970.
    let begunAt: Int64
    /// The code that Create mailed for it, and how many rounds have had it.
    var ticket: CodeBook.Ticket?
    var roundsOfTicket = 0
    /// The challenge token; nil if Create mails codes.
    var token: String?
    /// The options for a passkey that come with it.
    var passkeyOptions: String?
    /// The codes that the authenticator mailed for it, the oldest first.
    var asked: [CodeBook.Ticket] = []
    /// What it has of its codes, whoever mailed them.
    var tickets: [CodeBook.Ticket] { ticket.map { [$0] } ?? asked }

    /// Notes a code that was asked for at the authenticator, once.
    mutating func note(_ ticket: CodeBook.Ticket) {
        if !asked.contains(where: { $0.counter == ticket.counter }) { asked.append(ticket) }
    }
}

/// A call that may arrive again, late.
enum PastCall {
    /// Create, and what it had to go by.
    case create(Invocation, event: String, former: ModelRound?)
    /// Verify, with the text and the proof that it judged, and the sign-in.
    case verify(Invocation, String, Proof?, Seat, wasRight: Bool)
    /// A request for a code in a round, to the authenticator.
    case ask(Invocation, ModelRound, CodeBook.Ticket)
    /// Another request to the authenticator.
    case request(Invocation, wasRight: Bool)
}

/// Everything that the model knows. It is a value, so that a walk can go on from it in every direction.
struct Model {
    let rules: ModelRules
    /// Whose account the walk is about: the owner's, or a name that no user has.
    let account: Account
    var now = WorldClock.start
    var seats: [Seat] = []
    var codes: CodeBook
    var proofs: ProofBook
    /// The proofs that the owner holds, and those that were used, which the attacker has seen.
    var held: [Proof] = []
    var seen: [Proof] = []
    /// The texts of the codes that were used, which the attacker has seen.
    var seenCodes: [String] = []
    /// A proof of the attacker's own account.
    var foreign: Proof?
    /// The owner's and the attacker's devices with their passkeys.
    var devices: [Actor: SoftwareAuthenticator] = [:]
    /// What may arrive again.
    var past: [(actor: Actor, call: PastCall)] = []
    /// What has earned tokens, by its text, and in which round.
    var spent: [String: Int] = [:]
    /// How many wrong guesses there were, so that each is another one.
    var guesses = 0
    private var nextID = 1

    init(_ rules: ModelRules, _ account: Account) {
        self.rules = rules
        self.account = account
        codes = CodeBook(rules, exists: account == .owner)
        proofs = ProofBook(rules: rules)
    }

    /// A number that nothing else has.
    mutating func newID() -> Int {
        defer { nextID += 1 }
        return nextID
    }

    /// The sign-ins of an actor, the oldest first.
    func seats(of actor: Actor) -> [Seat] { seats.filter { $0.actor == actor } }
}
