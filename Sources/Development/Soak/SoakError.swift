#if os(Linux)
/// Why a function cannot be soaked.
package enum SoakError: Error, Equatable, Sendable {
    /// The function's process has ended.
    case noProcess
    /// No sample event belongs to this function.
    case noEvents(String)
    /// There are too few events for ten parts.
    case tooFewEvents
}

extension SoakError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noProcess: "the function's process has ended"
        case .noEvents(let function): "events/ has no event of \(function) that can be sent again and again"
        case .tooFewEvents: "ten parts need ten events of each function and environment at least"
        }
    }
}
#endif
