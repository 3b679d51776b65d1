internal import JSON

/// The sign-ins in the timeline, and what each of them depends on.
struct SignInHistory: Sendable {
    private let events: [TimelineEvent]
    private let signIns: [[SignInStep]]

    init(_ events: [TimelineEvent]) {
        self.events = events
        var signIns: [[SignInStep]] = []
        for var step in events.compactMap(SignInStep.init) {
            if let index = signIns.lastIndex(where: step.follows) {
                step.signIn = index
                signIns[index].append(step)
            } else if step.begins {
                step.signIn = signIns.count
                signIns.append([step])
            }
        }
        self.signIns = signIns
    }

    /// The steps of the sign-in to which an event belongs, in order; nil if there is none. Earlier sign-ins of the same
    /// user come along if an answer was used in them before, or if its code was mailed in them.
    func steps(around number: Int) -> [SignInStep]? {
        guard let index = signIns.firstIndex(where: { $0.contains { $0.number == number } }) else { return nil }
        var chosen = [index]
        for other in signIns.indices.prefix(index).reversed() {
            let answers = chosen.flatMap { signIns[$0].compactMap(\.answer) }
            let known = signIns[other].compactMap(\.answer) + codes(mailedIn: signIns[other])
            if known.contains(where: answers.contains) { chosen.append(other) }
        }
        return chosen.flatMap { signIns[$0] }.sorted { $0.number < $1.number }
    }

    /// The codes that the functions mailed during these steps, in order.
    func codes(mailedIn steps: [SignInStep]) -> [String] {
        steps.filter(\.isCreate).flatMap { step in
            during(step, .mail).compactMap { (try? JSONValue(parsing: $0.detail))?["code"]?.string }
        }
    }

    /// The answer of a service that a step asked; nil if it asked none whose call has this in its title.
    func answer(to step: SignInStep, of title: String) -> JSONValue? {
        let call = during(step, .authenticator).first { $0.title.contains(title) }
        return call.flatMap { (try? JSONValue(parsing: $0.detail))?["response"] }
    }

    /// The events of a kind that a step led to: a trigger is recorded after them.
    private func during(_ step: SignInStep, _ kind: TimelineEvent.Kind) -> [TimelineEvent] {
        let before = events.last { $0.number < step.number && $0.kind == .trigger }?.number ?? 0
        return events.filter { $0.kind == kind && before < $0.number && $0.number < step.number }
    }
}
