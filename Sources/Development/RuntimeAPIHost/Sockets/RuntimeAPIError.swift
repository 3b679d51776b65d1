internal import CLibrary

/// Why a Runtime API cannot be served.
package struct RuntimeAPIError: Error, Equatable, Sendable {
    /// What was to be done.
    package let call: String
    /// Why it failed, in the system's words.
    package let reason: String

    /// The failure that `errno` stands for.
    static func last(_ call: String) -> RuntimeAPIError {
        RuntimeAPIError(call: call, reason: unsafe String(cString: strerror(errno)))
    }
}

extension RuntimeAPIError: CustomStringConvertible {
    package var description: String { "\(call): \(reason)" }
}
