/// A call of a service that goes wrong: which event causes it, and what the function must make of it.
package struct FaultyCall: Sendable {
    /// An outcome: the one that the case in events/ expects without a fault.
    package static let asUsual = "as usual"

    /// When the service fails.
    package enum Moment: String, Sendable {
        /// While the function starts, which reads its secrets.
        case start
        /// At the first event of a process.
        case event
        /// At a later event: the process has connections and keys.
        case laterEvent = "later"
    }

    package let service: CalledService
    let moment: Moment
    /// The case in events/ during which the service fails.
    package let event: String
    /// The case that must be decided as usual afterwards.
    let next: String
    /// How many requests of the event the service answers well before it fails.
    package let wellAnswered: Int
    /// The faults to try; nil for all.
    let faults: [ServiceFault]?
    /// Whether the function reads its secrets from Secrets Manager.
    var readsSecrets: Bool { service == .secrets }
    /// The outcome, as `FaultOutcome` writes it, of every fault without one of its own.
    let outcome: String
    /// The outcomes of some faults.
    let exceptions: [ServiceFault: String]

    /// A call.
    ///
    /// - Parameter next: nil for the same case.
    package init(
        _ service: CalledService, at moment: Moment = .event, _ event: String, then next: String? = nil,
        after wellAnswered: Int = 0, only faults: [ServiceFault]? = nil, _ outcome: String,
        except exceptions: [(faults: [ServiceFault], outcome: String)] = []
    ) {
        (self.service, self.moment, self.event, self.next) = (service, moment, event, next ?? event)
        (self.wellAnswered, self.faults) = (wellAnswered, faults)
        self.outcome = outcome
        self.exceptions = Dictionary(
            exceptions.flatMap { exception in exception.faults.map { ($0, exception.outcome) } },
            uniquingKeysWith: { first, _ in first })
    }

    /// The rows of this call.
    package var rows: [FaultRow] {
        (faults ?? service.faults).filter { wellAnswered == 0 || !$0.isOfConnection }
            .map { FaultRow(call: self, fault: $0) }
    }
}
