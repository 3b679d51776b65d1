package import LoopbackSockets
package import OpenSSLCrypto
package import RuntimeAPIHost

/// Why the sandbox cannot start or go on.
package enum SandboxError: Error, Equatable, Sendable {
    /// The server cannot listen.
    case notServed(SystemCallError)
    /// Another program listens on the port.
    case portTaken(UInt16)
    /// The user pool's keys cannot be generated.
    case noKeys(CryptoError)
    /// A function cannot be run.
    case function(BootstrapError)
    /// A state file cannot be read or written.
    case stateNotKept(path: String, reason: String)
    /// https cannot be served. The value is the message.
    case noHTTPS(String)
    /// A setting has an invalid value.
    case invalidSetting(name: String, fault: String)
}

extension SandboxError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .notServed(let error): "the sandbox cannot be served: \(error)"
        case .portTaken(let port):
            "port \(port) is taken: stop the program that listens there, or choose another port with --port"
        case .noKeys(let error): "the user pool's keys cannot be generated: \(error)"
        case .function(let error): "\(error)"
        case .noHTTPS(let words): words
        case .stateNotKept(let path, let reason): "\(path): \(reason)"
        case .invalidSetting(let name, let fault): "\(name): \(fault)"
        }
    }
}
