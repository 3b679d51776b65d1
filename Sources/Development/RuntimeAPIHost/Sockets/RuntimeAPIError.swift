internal import CLibrary

/// Why a Runtime API cannot be served.
package struct RuntimeAPIError: Error, Equatable, Sendable {
    /// The operation that failed.
    package let call: String
    /// The system's description of the failure.
    package let reason: String

    /// The failure that `errno` describes.
    static func last(_ call: String) -> RuntimeAPIError {
        RuntimeAPIError(call: call, reason: unsafe String(cString: strerror(errno)))
    }
}

extension RuntimeAPIError: CustomStringConvertible {
    package var description: String { "\(call): \(reason)" }
}
