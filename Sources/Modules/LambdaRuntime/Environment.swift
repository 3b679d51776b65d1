private import CLibrary

/// The environment variables a function is configured with.
package struct Environment: Sendable {
    private let lookUp: @Sendable (String) -> String?

    /// Variables given as a dictionary.
    package init(_ values: [String: String]) { lookUp = { values[$0] } }

    private init(lookUp: @escaping @Sendable (String) -> String?) { self.lookUp = lookUp }

    /// The variables of this process.
    package static let process = Environment { name in unsafe getenv(name).map { unsafe String(cString: $0) } }

    /// The variable's value; nil when it is unset or empty.
    package subscript(name: String) -> String? {
        guard let value = lookUp(name), !value.isEmpty else { return nil }
        return value
    }
}
