/// Why a function's process cannot be run.
package enum BootstrapError: Error, Equatable, Sendable {
    /// Its bootstrap cannot be executed.
    case notStarted(path: String, reason: String)
    /// Its bootstrap is not where it should be.
    case missing(function: String, folder: String)
    /// There is no Runtime API for it.
    case noRuntimeAPI(RuntimeAPIError)
}

extension BootstrapError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .notStarted(let path, let reason): "\(path) cannot be executed: \(reason)"
        case .missing(let function, let folder):
            "there is no \(function) in \(folder): build the functions with `swift build`, or name their folder"
        case .noRuntimeAPI(let error): "no Runtime API: \(error)"
        }
    }
}
