private import AWS
package import LambdaRuntime
private import SignInRules

extension Services {
    /// Reads a secret once at start: from the variable itself, or from Secrets Manager if `<variable>_ARN` names it.
    /// - Returns: nil when neither variable is set.
    package func secret(_ variable: String) throws(FunctionError) -> String? {
        let arnVariable = variable + "_ARN"
        let value = settings.text(variable)
        guard let arn = settings.text(arnVariable) else {
            if let value { try Self.check(value, variable) }
            return value
        }
        guard value == nil else { throw .configuration(variable, "and \(arnVariable) are both set: set one") }
        let secret = try read(arn, arnVariable)
        try Self.check(secret, arnVariable)
        return secret
    }

    /// A secret copied with a space or a line end around it would differ from the other side's.
    private static func check(_ secret: String, _ variable: String) throws(FunctionError) {
        guard let first = secret.utf8.first, let last = secret.utf8.last, first > 0x20, last > 0x20 else {
            throw .configuration(variable, "begins or ends with white space")
        }
    }

    private func read(_ arn: String, _ arnVariable: String) throws(FunctionError) -> String {
        do throws(AWSError) {
            guard let aws else { throw .noCredentials }
            return try aws.secretString(arn, by: startDeadline)
        } catch {
            let problem = "names a secret that cannot be read: \(error)"
            // A service that is down for a moment is not a fault of the configuration.
            if case .unreachable = error {
                throw FunctionError(
                    .unavailable, message: "\(arnVariable) cannot be read now", detail: "\(arnVariable) \(problem)")
            }
            throw .configuration(arnVariable, problem)
        }
    }

    /// A secret that must be set.
    package func requiredSecret(_ variable: String) throws(FunctionError) -> String {
        guard let secret = try secret(variable) else {
            throw .configuration(variable, "or \(variable)_ARN must be set")
        }
        return secret
    }
}
