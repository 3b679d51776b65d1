/// One step of a walk. Sign-ins are numbered by actor, the oldest first.
enum Step: Hashable, CustomStringConvertible {
    case start(Actor, Play.Opening, Delivery)
    /// The other actor starts a sign-in while the mail of this one's is on its way.
    case startTogether(Actor)
    case answer(Actor, Int, Answer, judging: Delivery, asking: Delivery)
    /// The app forgets a sign-in.
    case cancel(Actor, Int)
    /// One of the actor's last calls arrives once more.
    case late(Actor, Int)
    case askCode(Actor, Int, former: Bool)
    /// The actor asks for a code, whose mail the mail service refuses.
    case askInVain(Actor, Int)
    case typeCode(Actor, Int, Answer, former: Bool)
    /// The actor proves the own passkey, with the token of a sign-in or before any.
    case passkey(Actor, Int?, former: Bool)
    /// The actor's own passkey signs, for an answer to Cognito: with the options of a sign-in or before any.
    case sign(Actor, Int?, former: Bool)
    /// Tries to add a passkey with the token of a sign-in.
    case addPasskey(Int)
    case wait(Wait)

    /// What is typed or sent as an answer.
    enum Answer: String {
        /// What the mailbox says.
        case right
        /// A code that was mailed, but not for this.
        case otherCode
        /// A code that has been used.
        case usedCode
        /// Digits that no mail had.
        case wrong
        /// The newest result token or assertion that the actor holds.
        case proof
        /// The one before it.
        case formerProof
        /// A result token that has been used.
        case usedProof
        /// A result token of the attacker's own account.
        case foreignProof
        /// No token at all.
        case garbage
    }

    /// How much time passes.
    enum Wait: String {
        /// Until a millisecond before something ends.
        case beforeNext
        /// Until something ends.
        case next
        /// Until everything has ended that can.
        case all
    }

    /// Who acts; nil for time.
    var actor: Actor? {
        switch self {
        case .start(let actor, _, _), .startTogether(let actor), .answer(let actor, _, _, _, _), .cancel(let actor, _),
            .late(let actor, _), .askCode(let actor, _, _), .askInVain(let actor, _), .typeCode(let actor, _, _, _),
            .passkey(let actor, _, _), .sign(let actor, _, _):
            actor
        case .addPasskey: .attacker
        case .wait: nil
        }
    }

    var description: String {
        func former(_ isFormer: Bool) -> String { isFormer ? " with the token before" : "" }
        return switch self {
        case .start(let actor, let opening, let delivery): "\(actor) starts, \(opening), Create \(delivery)"
        case .startTogether(let actor): "\(actor) starts, and the other one meanwhile"
        case .answer(let actor, let index, let answer, let judging, let asking):
            "\(actor) answers \(index) with \(answer), Verify \(judging), Create \(asking)"
        case .cancel(let actor, let index): "\(actor) cancels \(index)"
        case .late(let actor, let index): "call \(index) of \(actor) arrives again"
        case .askCode(let actor, let index, let isFormer): "\(actor) asks for a code in \(index)\(former(isFormer))"
        case .askInVain(let actor, let index): "\(actor) asks for a code in \(index), whose mail is refused"
        case .typeCode(let actor, let index, let answer, let isFormer):
            "\(actor) types \(answer) in \(index)\(former(isFormer))"
        case .passkey(let actor, let index, let isFormer):
            "\(actor) proves a passkey\(index.map { " in \($0)" } ?? "")\(former(isFormer))"
        case .sign(let actor, let index, let isFormer):
            "\(actor) signs with a passkey\(index.map { " in \($0)" } ?? "")\(former(isFormer))"
        case .addPasskey(let index): "attacker adds a passkey in \(index)"
        case .wait(let wait): "time passes: \(wait)"
        }
    }
}
