package import LambdaRuntime

/// A key and the one before it, whose tokens and codes are still accepted while the key is being replaced.
package struct ReplaceableKey: Equatable, Sendable {
    /// Makes new tokens and codes.
    package let current: [UInt8]
    /// Only reads them; nil if there is none.
    package let previous: [UInt8]?

    /// The fewest bytes that a key may have.
    package static let minimumLength = 32
}

extension Services {
    /// What is made of a key, which is read again while the process runs if it stands in Secrets Manager.
    ///
    /// The key before it is the one that a variable names or, without that, the secret's version `AWSPREVIOUS`. That
    /// version is read only when the key is read again, so that a start takes no longer.
    /// - Parameters:
    ///   - previousVariable: names the key before; nil if no variable can.
    ///   - readsPrevious: false if the function only makes things with the key.
    ///   - make: what is made of the keys.
    package func replaceableKey<Value>(
        _ variable: String, previous previousVariable: String? = nil, readsPrevious: Bool = true, _ log: Log,
        _ make: @escaping (ReplaceableKey) throws(FunctionError) -> Value
    ) throws(FunctionError) -> RotatingSecret<Value> {
        let previousVariable = readsPrevious ? previousVariable : nil
        let isReplaceable =
            isReadFromSecretsManager(variable) || previousVariable.map(isReadFromSecretsManager) ?? false
        func key(_ text: String, _ variable: String) throws(FunctionError) -> [UInt8] {
            guard text.utf8.count >= ReplaceableKey.minimumLength else {
                throw .configuration(variable, "must hold at least \(ReplaceableKey.minimumLength) bytes")
            }
            return Array(text.utf8)
        }
        let current = try key(requiredSecret(variable), variable)
        var previous: [UInt8]?
        if let previousVariable, let named = try secret(previousVariable) {
            previous = try key(named, previousVariable)
        }
        let value = try make(ReplaceableKey(current: current, previous: previous))
        guard isReplaceable else { return RotatingSecret(value, now: now, log, reading: nil) }
        return RotatingSecret(value, now: now, log) { (deadline) throws(FunctionError) in
            let current = try key(requiredSecret(variable, by: deadline), variable)
            var previous: [UInt8]?
            if let previousVariable, let named = try secret(previousVariable, by: deadline) {
                previous = try key(named, previousVariable)
            } else if readsPrevious, let version = try previousVersion(of: variable, by: deadline),
                // A version that was never usable is not a fault of today's configuration.
                version.utf8.count >= ReplaceableKey.minimumLength
            {
                previous = Array(version.utf8)
            }
            return try make(ReplaceableKey(current: current, previous: previous))
        }
    }
}
