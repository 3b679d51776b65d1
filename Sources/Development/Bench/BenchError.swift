#if os(Linux)
private import CLibrary

/// Why a benchmark could not be run to its end.
package enum BenchError: Error, Equatable, Sendable {
    /// A call to the operating system failed.
    case system(String, String)
    /// A program under measurement did not do what it should.
    case program(String, String)

    /// The failure that `errno` stands for.
    static func lastSystemError(_ call: String) -> BenchError { systemError(call, errno) }

    /// The failure that an error number stands for.
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
#endif
