#if os(Linux)
internal import RuntimeAPIHost

/// A program under its variables: a function's bootstrap, or what it is compared with.
struct Program: Sendable {
    /// The name in reports.
    let name: String
    /// The path of the executable.
    let path: String
    /// All its variables, except the address of its Runtime API.
    var environment: [String: String]

    /// A program at a path.
    init(_ name: String, path: String, environment: [String: String] = [:]) {
        (self.name, self.path, self.environment) = (name, path, environment)
    }

    /// A function.
    ///
    /// - Parameter words: what the report says after the function's name.
    init(
        _ function: String, _ words: String? = nil, of bootstraps: Bootstraps, _ environment: [String: String]
    ) throws(BootstrapError) {
        let name = function + (words.map { ": " + $0 } ?? "")
        self.init(name, path: try bootstraps.path(of: function), environment: environment)
    }
}
#endif
