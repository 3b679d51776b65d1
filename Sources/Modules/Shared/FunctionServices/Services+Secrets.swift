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
        let isNamed = isReadFromSecretsManager(variable)
        let value = try requiredSecret(variable)
        return RotatingSecret(
            value, now: now, log,
            reading: isNamed
                ? { (deadline) throws(FunctionError) in try requiredSecret(variable, by: deadline) } : nil)
    }
}
