/// Why times could not be measured.
package enum TimingError: Error, Equatable, Sendable {
    /// The services could not be served. The values are the call and the reason.
    case system(String, String)
    /// A function did not answer as expected. The values are its name and the problem.
    case function(String, String)
    /// A key could not be made, or a token could not be sealed.
    case noToken(String)
}

extension TimingError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .system(let call, let reason): "\(call): \(reason)"
        case .function(let name, let problem): "\(name): \(problem)"
        case .noToken(let problem): "no token: \(problem)"
        }
    }
}
