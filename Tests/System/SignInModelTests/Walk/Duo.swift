/// The owner's world, and beside it one where the name has no user. In the second one only the attacker acts, in the
/// same way, and must see the same.
final class Duo {
    let known: Play
    /// Nil where the attacker knows the password: Cognito itself tells then whether it is right.
    let unknown: Play?
    /// What must never happen and did.
    private(set) var violations: [String] = []

    init(_ rules: ModelRules) throws {
        known = try Play.settled(rules, .owner)
        unknown = rules.flow == .passwordThenCode ? nil : try Play.settled(rules, .nobody)
    }

    /// A moment to go back to.
    struct Moment {
        let known: Play.Moment
        let unknown: Play.Moment?
    }

    var moment: Moment {
        get { Moment(known: known.moment, unknown: unknown?.moment) }
        set {
            known.moment = newValue.known
            if let moment = newValue.unknown { unknown?.moment = moment }
            violations = []
        }
    }

    /// Takes a step.
    /// - Returns: false if the step is not possible now.
    func take(_ step: Step) -> Bool {
        guard let resolved = Resolved(step, known.model) else { return false }
        do { try take(step, resolved) } catch { violations.append("the sign-in cannot go on") }
        known.model.guesses += 1
        // No two steps happen at one moment.
        known.tick(to: known.model.now + 1)
        violations += known.violations + (unknown?.violations ?? []).map { "unknown name: " + $0 }
        return true
    }

    private func take(_ step: Step, _ resolved: Resolved) throws {
        let seen = try resolved.run(known)
        guard let unknown else { return }
        unknown.tick(to: known.model.now)
        guard step.actor == .attacker || step.actor == nil || step == .startTogether(.owner) else { return }
        let alike = try resolved.run(unknown)
        if let seen, let alike, seen != alike {
            violations.append("an unknown name looks different: \(alike), a known one: \(seen)")
        }
    }
}
