package import LoopbackSockets

/// Why a trial could not be completed.
package enum TrialError: Error, Equatable, Sendable {
    /// A system call failed.
    case system(SystemCallError)
    /// A program misbehaved. The values are its name and the problem.
    case program(String, String)
    /// What is asked for cannot be tried.
    case request(String)
}

extension TrialError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .system(let error): error.description
        case .program(let name, let problem): "\(name): \(problem)"
        case .request(let fault): fault
        }
    }
}
