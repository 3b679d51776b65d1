private import CLibrary

/// Why a benchmark could not be completed.
package enum BenchError: Error, Equatable, Sendable {
    /// A system call failed. The values are the call and the reason.
    case system(String, String)
    /// A measured program misbehaved. The values are its name and the problem.
    case program(String, String)

    /// The error in `errno` after a call.
    static func lastSystemError(_ call: String) -> BenchError { systemError(call, errno) }

    /// The error with a number.
    static func systemError(_ call: String, _ code: Int32) -> BenchError {
        .system(call, unsafe String(cString: strerror(code)))
    }
}

extension BenchError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .system(let call, let reason): "\(call): \(reason)"
        case .program(let name, let problem): "\(name): \(problem)"
        }
    }
}
