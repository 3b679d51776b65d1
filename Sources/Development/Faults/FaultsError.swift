#if os(Linux)
private import CLibrary

/// Why faults cannot be tried.
package enum FaultsError: Error, Equatable, Sendable {
    /// A system call failed. The values are the call and the reason.
    case system(String, String)
    /// The `openssl` command makes no certificates.
    case noCertificates
    /// The folder of sample events does not have this case.
    case noCase(String)
    /// No row of the table has this name in it.
    case noRow(String)

    /// The error in `errno` after a call.
    static func last(_ call: String) -> FaultsError { .system(call, unsafe String(cString: strerror(errno))) }
}

extension FaultsError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .system(let call, let reason): "\(call): \(reason)"
        case .noCertificates: "the command `openssl` makes no certificates: install it with scripts/install.sh check"
        case .noCase(let name): "events/ has no case \(name)"
        case .noRow(let name): "no row has \(name) in its name"
        }
    }
}
#endif
