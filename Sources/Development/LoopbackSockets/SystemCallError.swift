internal import CLibrary

/// A call of the operating system that failed.
package struct SystemCallError: Error, Equatable, Sendable {
    /// The call.
    package let call: String
    /// Its `errno`.
    package let code: Int32

    /// Whether another program uses the address.
    package var isTaken: Bool { code == EADDRINUSE }

    /// The failure that `errno` describes.
    package static func last(_ call: String) -> SystemCallError { SystemCallError(call: call, code: errno) }
}

extension SystemCallError: CustomStringConvertible {
    /// The system's description of the failure.
    package var reason: String { unsafe String(cString: strerror(code)) }

    package var description: String { "\(call): \(reason)" }
}
