private import CLibrary
private import Primitives

/// Reads settings from environment variables, each checked where it is read. Every fault names its variable and never
/// repeats a value, which may be a secret.
package struct Settings: Sendable {
    private let environment: Environment

    /// Settings of that environment.
    package init(_ environment: Environment) { self.environment = environment }

    /// The variable's text; nil when unset or empty.
    package func text(_ name: String) -> String? { environment[name] }

    /// One of an enumeration's values, written as its raw value.
    package func choice<Choice>(_ name: String, default choice: Choice) throws(FunctionError) -> Choice
    where Choice: RawRepresentable & CaseIterable, Choice.RawValue == String {
        guard let text = environment[name] else { return choice }
        guard let chosen = Choice(rawValue: text) else {
            let choices = Choice.allCases.map(\.rawValue).joined(separator: ", ")
            throw .configuration(name, "must be one of \(choices)")
        }
        return chosen
    }

    /// A whole number within a range.
    package func integer(_ name: String, in range: ClosedRange<Int64>, default number: Int64) throws(FunctionError)
        -> Int64
    {
        guard let text = environment[name] else { return number }
        guard let value = Int64(text), range.contains(value) else {
            throw .configuration(name, "must be a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return value
    }

    /// `true` or `false`; false when unset.
    package func flag(_ name: String) throws(FunctionError) -> Bool {
        switch environment[name] {
        case nil, "false": return false
        case "true": return true
        default: throw .configuration(name, "must be true or false")
        }
    }

    /// A list separated by commas, without empty parts; nil when unset.
    package func list(_ name: String) throws(FunctionError) -> [String]? {
        guard let text = environment[name] else { return nil }
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { $0.trimmingSpaces }
        guard parts.allSatisfy({ !$0.isEmpty }) else { throw .configuration(name, "has an empty part in its list") }
        return parts
    }

    /// The function's own region, which Lambda sets.
    /// - Parameter variable: the variable that needs it.
    package func region(for variable: String) throws(FunctionError) -> String {
        guard let region = text("AWS_REGION") else { throw .configuration(variable, "needs AWS_REGION") }
        return region
    }
}

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
