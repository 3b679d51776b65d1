import CognitoTriggers
import JSON
import LambdaRuntime
import StandIns
import TriggerTestSupport

/// The real code and the model side by side: each operation runs through both, and what differs is a violation.
final class Play {
    let world: World
    var model: Model
    /// What must never happen and did, in words.
    private(set) var violations: [String] = []

    /// Beginning with a deployment that nobody has used.
    init(_ rules: ModelRules, _ account: Account) throws {
        world = try World(rules)
        model = Model(rules, account)
    }

    /// A moment to go back to.
    struct Moment {
        fileprivate let world: World.State
        let model: Model
    }

    /// The state now, or one of before.
    var moment: Moment {
        get { Moment(world: world.state, model: model) }
        set {
            world.state = newValue.world
            model = newValue.model
            violations = []
        }
    }

    /// Notes something that must never happen.
    func violate(_ text: String) { violations.append(text) }

    /// Compares what the model expects with what happened.
    func expect<Value: Equatable>(_ name: String, _ actual: Value, _ expected: Value) {
        if actual != expected { violate("\(name): \(actual), where the policy says \(expected)") }
    }

    /// Lets time pass, for model and code alike.
    func tick(to time: Int64) {
        model.now = time
        world.clock.now = time
    }

    /// The mail that a call has caused: it must be the one that the model expects, or none.
    /// - Parameter count: how many mails there were before.
    func expectMail(_ code: CodeBook.Code?, after count: Int) {
        let mails = world.transport.mails
        guard let code else {
            if mails.count > count { violate("a mail leaves where the limits allow none") }
            return
        }
        guard mails.count > count, let text = mails[count].code else { return violate("no mail leaves") }
        expect("the mail's recipient", mails[count].recipient, model.account.email)
        expect("the length of the code", text.utf8.count, code.isLong ? 19 : 6)
        if let known = model.codes.codes[code.id]?.text { expect("the repeated mail's code", text, known) }
        model.codes.note(text, of: code.id)
    }

    /// A sign-in has earned tokens.
    /// - Parameter item: what proved who the user is.
    func earn(_ actor: Actor, with item: String, in round: Int) {
        if actor == .attacker { violate("the attacker earns tokens") }
        if model.account.sub == nil { violate("a name that no user has earns tokens") }
        if let former = model.spent[item], former != round { violate("something earns tokens twice") }
        model.spent[item] = round
    }
}
