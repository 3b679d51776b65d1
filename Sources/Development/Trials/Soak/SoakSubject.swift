package import Replay

/// A function under one environment, with the sample events that it gets.
package struct SoakSubject: Sendable {
    /// `Function, environment`.
    package let title: String
    /// The function.
    package let function: String
    /// The cases, in the order of their titles.
    package let cases: [ReplayCase]

    /// The subjects that the sample events make: those cases of a function that share a process.
    ///
    /// - Parameter function: the only function; nil for all.
    package static func all(_ cases: [ReplayCase], of function: String? = nil) -> [SoakSubject] {
        let own = cases.filter { function == nil || $0.function == function }.sorted { $0.title < $1.title }
        let titles = own.compactMap { one in one.sharedEnvironment.map { ("\(one.function), \($0)", [one]) } }
        return Dictionary(titles) { $0 + $1 }.sorted { $0.key < $1.key }.map { title, cases in
            SoakSubject(title: title, function: cases[0].function, cases: cases)
        }
    }
}
