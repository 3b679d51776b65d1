package import LoopbackSockets

/// Why a function's process cannot run.
package enum BootstrapError: Error, Equatable, Sendable {
    /// Its bootstrap cannot be executed.
    case notStarted(path: String, reason: String)
    /// The folder does not contain the function's bootstrap.
    case missing(function: String, folder: String)
    /// Its Runtime API cannot be served.
    case noRuntimeAPI(SystemCallError)
}

extension BootstrapError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .notStarted(let path, let reason): "\(path) cannot be executed: \(reason)"
        case .missing(let function, let folder):
            "there is no \(function) in \(folder): build the functions with `swift build`, or name their folder"
        case .noRuntimeAPI(let error): "the Runtime API cannot be served: \(error)"
        }
    }
}
