#if os(Linux)
/// Why faults cannot be tried.
package enum FaultsError: Error, Equatable, Sendable {
    /// The `openssl` command makes no certificates.
    case noCertificates
    /// The folder of sample events does not have this case.
    case noCase(String)
    /// No row of the table has this name in it.
    case noRow(String)
}

extension FaultsError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noCertificates: "the command `openssl` makes no certificates: install it with scripts/install.sh check"
        case .noCase(let name): "events/ has no case \(name)"
        case .noRow(let name): "no row has \(name) in its name"
        }
    }
}
#endif
