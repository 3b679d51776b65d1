/// One row of the table: a call, and what goes wrong with it.
package struct FaultRow: Sendable {
    /// The call.
    package let call: FaultyCall
    /// What goes wrong.
    package let fault: ServiceFault

    /// The outcome, as `FaultOutcome` writes it.
    var expected: String { call.exceptions[fault] ?? call.outcome }

    /// `Service, fault: Function/set/case, moment`.
    package var title: String {
        let place = call.wellAnswered == 0 ? "" : ", request \(call.wellAnswered + 1)"
        let moment = call.moment == .event ? "" : ", \(call.moment.rawValue)"
        return "\(call.service.rawValue), \(fault.rawValue): \(call.event)\(moment)\(place)"
    }
}
