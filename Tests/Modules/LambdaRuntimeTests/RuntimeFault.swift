import TestSupport
import Testing

/// One row of the fault matrix: what goes wrong, from the second request of its kind on, and how the function must
/// react.
struct RuntimeFault: Sendable, CustomTestStringConvertible {
    enum Repetition: Sendable { case once, forEver }

    enum Outcome: Sendable {
        /// All events are answered, none is lost, and SIGTERM ends the process with status 0.
        case survived
        /// The same, and the one faulty event fails alone, with an error of this type.
        case eventFails(String)
        /// The process exits with status 1 and one FATAL line that holds this text.
        case left(String)
    }

    let name: String
    let repetition: Repetition
    let outcome: Outcome
    let interference: RuntimeAPIService.Interference

    var testDescription: String { repetition == .once ? "\(name), once" : "\(name), for ever" }

    /// A fault of the request for the next event.
    static func next(
        _ name: String, _ repetition: Repetition, _ outcome: Outcome,
        answer: @escaping @Sendable (RuntimeAPIService.Event) -> ScriptedAnswer
    ) -> RuntimeFault {
        var interference = RuntimeAPIService.Interference()
        interference.next = { situation in
            repetition.applies(to: situation.count) ? answer(situation.event) : nil
        }
        return RuntimeFault(name: "/next " + name, repetition: repetition, outcome: outcome, interference: interference)
    }

    /// A fault of the answer to an event.
    /// - Parameter isTaken: whether the service takes the answer before the fault: if so, a retry is one answer too
    ///   many.
    static func answer(
        _ name: String, _ repetition: Repetition, _ outcome: Outcome, isTaken: Bool = true, with answer: ScriptedAnswer
    ) -> RuntimeFault {
        var interference = RuntimeAPIService.Interference()
        interference.answer = { situation in
            repetition.applies(to: situation.count) ? answer : nil
        }
        interference.takesAnswers = isTaken
        return RuntimeFault(name: "POST " + name, repetition: repetition, outcome: outcome, interference: interference)
    }
}

extension RuntimeFault {
    /// The types of the errors that the function reports.
    var expectedErrors: [String] {
        guard case .eventFails(let type) = outcome else { return [] }
        return [type]
    }
}

extension RuntimeFault.Repetition {
    func applies(to count: Int) -> Bool { self == .once ? count == 2 : count >= 2 }
}
