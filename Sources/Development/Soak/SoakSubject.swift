#if os(Linux)
package import Replay

/// A function under one environment, with the sample events that it gets.
package struct SoakSubject: Sendable {
    /// The function.
    package let function: String
    /// The name of the set of variables.
    package let environment: String
    /// The cases, in the order of their titles.
    package let cases: [ReplayCase]

    /// The subjects that the sample events make: those cases of a function that share a process.
    ///
    /// - Parameter function: the only function; nil for all.
    package static func all(_ cases: [ReplayCase], of function: String? = nil) -> [SoakSubject] {
        var groups: [String: [String: [ReplayCase]]] = [:]
        for replayCase in cases where function == nil || replayCase.function == function {
            guard let environment = replayCase.sharedEnvironment else { continue }
            groups[replayCase.function, default: [:]][environment, default: []].append(replayCase)
        }
        return groups.sorted { $0.key < $1.key }.flatMap { function, environments in
            environments.sorted { $0.key < $1.key }.map { environment, cases in
                SoakSubject(function: function, environment: environment, cases: cases.sorted { $0.title < $1.title })
            }
        }
    }

    /// `Function, environment`.
    package var title: String { "\(function), \(environment)" }
}
#endif
