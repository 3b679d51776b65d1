private import AWS
package import HTTP
package import LambdaRuntime

extension Services {
    /// Reads a secret: from the variable itself, or from Secrets Manager if `<variable>_ARN` names it.
    /// - Parameter deadline: nil at the function's start.
    /// - Returns: nil when neither variable is set.
    package func secret(_ variable: String, by deadline: Deadline? = nil) throws(FunctionError) -> String? {
        let arnVariable = variable + "_ARN"
        let value = settings.text(variable)
        guard let arn = settings.text(arnVariable) else {
            if let value { try Self.check(value, variable) }
            return value
        }
        guard value == nil else { throw .configuration(variable, "and \(arnVariable) are both set: set one") }
        let secret = try read(arn, arnVariable, by: deadline ?? startDeadline)
        try Self.check(secret, arnVariable)
        return secret
    }

    /// A secret copied with a space or a line end around it would differ from the other side's.
    private static func check(_ secret: String, _ variable: String) throws(FunctionError) {
        guard let first = secret.utf8.first, let last = secret.utf8.last, first > 0x20, last > 0x20 else {
            throw .configuration(variable, "begins or ends with white space")
        }
    }

    /// Whether a secret stands in Secrets Manager, where it may be replaced while the process runs.
    package func isReadFromSecretsManager(_ variable: String) -> Bool { settings.text(variable + "_ARN") != nil }

    /// The version of a secret that was current before the present one.
    /// - Returns: nil if there is none, or if the function may not read it.
    package func previousVersion(of variable: String, by deadline: Deadline) throws(FunctionError) -> String? {
        let arnVariable = variable + "_ARN"
        guard let aws, let arn = settings.text(arnVariable) else { return nil }
        do throws(AWSError) {
            return try aws.secretString(arn, stage: "AWSPREVIOUS", by: deadline)
        } catch {
            if case .refused(_, let type) = error,
                ["ResourceNotFoundException", "AccessDeniedException"].contains(type)
            {
                return nil
            }
            throw .hidden(.unavailable, "the previous version of \(arnVariable): \(error)")
        }
    }

    private func read(
        _ arn: String, _ arnVariable: String, by deadline: Deadline
    ) throws(FunctionError) -> String {
        do throws(AWSError) {
            guard let aws else { throw .noCredentials }
            return try aws.secretString(arn, by: deadline)
        } catch {
            let problem = "names a secret that cannot be read: \(error)"
            // A service that is down for a moment is not a fault of the configuration.
            if error.isOutage {
                throw FunctionError(
                    .unavailable, message: "\(arnVariable) cannot be read now", detail: "\(arnVariable) \(problem)")
            }
            throw .configuration(arnVariable, problem)
        }
    }

    /// A secret that must be set.
    /// - Parameter deadline: nil at the function's start.
    package func requiredSecret(_ variable: String, by deadline: Deadline? = nil) throws(FunctionError) -> String {
        guard let secret = try secret(variable, by: deadline) else {
            throw .configuration(variable, "or \(variable)_ARN must be set")
        }
        return secret
    }

    /// A secret that must be set, and that is read again while the process runs.
    package func rotatingSecret(_ variable: String, _ log: Log) throws(FunctionError) -> RotatingSecret<String> {
        RotatingSecret(try requiredSecret(variable), now: now, log) { (deadline) throws(FunctionError) in
            try requiredSecret(variable, by: deadline)
        }
    }
}

/// A key and the one before it, whose tokens and codes are still accepted while the key is being replaced.
package struct ReplaceableKey: Equatable, Sendable {
    /// Makes new tokens and codes.
    package let current: [UInt8]
    /// Only reads them; nil if there is none.
    package let previous: [UInt8]?

    /// The fewest bytes that a key may have.
    package static let minimumLength = 32

    /// The bytes of a key that a variable holds or names.
    static func bytes(of text: String, _ variable: String) throws(FunctionError) -> [UInt8] {
        guard text.utf8.count >= minimumLength else {
            throw .configuration(variable, "must hold at least \(minimumLength) bytes")
        }
        return Array(text.utf8)
    }
}

extension Services {
    /// What is made of a key, which is read again while the process runs.
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
        func read(by deadline: Deadline?) throws(FunctionError) -> Value {
            let current = try ReplaceableKey.bytes(of: requiredSecret(variable, by: deadline), variable)
            var previous: [UInt8]?
            if let previousVariable, let named = try secret(previousVariable, by: deadline) {
                previous = try ReplaceableKey.bytes(of: named, previousVariable)
            } else if readsPrevious, let deadline, let version = try previousVersion(of: variable, by: deadline),
                // A version that was never usable is not a fault of today's configuration.
                version.utf8.count >= ReplaceableKey.minimumLength
            {
                previous = Array(version.utf8)
            }
            return try make(ReplaceableKey(current: current, previous: previous))
        }
        return RotatingSecret(try read(by: nil), now: now, log) { (deadline) throws(FunctionError) in
            try read(by: deadline)
        }
    }
}
