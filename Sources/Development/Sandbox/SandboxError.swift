package import LocalCognito
package import LoopbackServer
package import RuntimeAPIHost

/// Why the sandbox cannot do its work.
package enum SandboxError: Error, Equatable, Sendable {
    /// Its server does not listen.
    case server(LoopbackServerError)
    /// Its user pool cannot do its work.
    case pool(UserPoolError)
    /// A function cannot be run.
    case function(BootstrapError)
    /// A file that is built into the sandbox is not beside the program.
    case fileMissing(String)
    /// A file of users cannot be read or written.
    case stateNotKept(path: String, reason: String)
    /// A setting has a value that it cannot have.
    case invalidSetting(name: String, fault: String)
}

extension SandboxError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .server(let error): "\(error)"
        case .pool(let error): "\(error)"
        case .function(let error): "\(error)"
        case .fileMissing(let words): words
        case .stateNotKept(let path, let reason): "\(path): \(reason)"
        case .invalidSetting(let name, let fault): "\(name): \(fault)"
        }
    }
}
