private import AWS
internal import LambdaRuntime

extension Services {
    /// Reads a secret once at start: from the variable itself, or from Secrets Manager where `<variable>_ARN` names it.
    /// - Returns: nil when neither variable is set.
    func secret(_ variable: String) throws(FunctionError) -> String? {
        let arnVariable = variable + "_ARN"
        let value = settings.text(variable)
        guard let arn = settings.text(arnVariable) else { return value }
        guard value == nil else { throw .configuration(variable, "and \(arnVariable) are both set: set one") }
        do throws(AWSError) {
            guard let aws else { throw .noCredentials }
            return try aws.secretString(arn, by: deadline(in: 4_000))
        } catch {
            let problem = "names a secret that cannot be read: \(error)"
            // A service that is out for a moment is no fault of the configuration.
            if case .unreachable = error {
                throw .hidden(.unavailable, "\(arnVariable) \(problem)")
            }
            throw .configuration(arnVariable, problem)
        }
    }

    /// A secret that must be there.
    func requiredSecret(_ variable: String) throws(FunctionError) -> String {
        guard let secret = try secret(variable) else {
            throw .configuration(variable, "or \(variable)_ARN must be set")
        }
        return secret
    }
}
