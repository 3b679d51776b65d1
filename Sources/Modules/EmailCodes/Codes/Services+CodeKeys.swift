package import FunctionServices
internal import HTTP
package import LambdaRuntime

extension Services {
    private static let key = "OTP_KEY"
    private static let countingKey = "OTP_COUNTING_KEY"

    /// The keys of emailed codes. `OTP_KEY` may be replaced while the process runs: it is then read again together with
    /// the secret's version `AWSPREVIOUS`. The key of the counts may not, so it is read once.
    package func codeKeys(_ log: Log) throws(FunctionError) -> RotatingSecret<CodeKeys> {
        let isReplaceable = isReadFromSecretsManager(Self.key)
        let current = try requiredSecret(Self.key)
        let counting = try secret(Self.countingKey)
        guard counting != nil || !isReplaceable else {
            throw .configuration(
                Self.countingKey,
                "or \(Self.countingKey)_ARN must be set with \(Self.key)_ARN: "
                    + "a new version of that secret would empty the counts")
        }
        let keys = try codeKeys(current, counting: counting)
        return RotatingSecret(
            keys, now: now, log,
            reading: isReplaceable
                ? { (deadline) throws(FunctionError) in
                    let current = try requiredSecret(Self.key, by: deadline)
                    let previous = try previousVersion(of: Self.key, by: deadline)
                    return try codeKeys(current, previous, counting: counting)
                } : nil)
    }

    private func codeKeys(
        _ current: String, _ previous: String? = nil, counting: String?
    ) throws(FunctionError) -> CodeKeys {
        func check(_ key: String, _ variable: String) throws(FunctionError) {
            guard key.utf8.count >= CodeKeys.minimumLength else {
                throw .configuration(variable, "must hold at least \(CodeKeys.minimumLength) bytes")
            }
        }
        try check(current, Self.key)
        if let counting { try check(counting, Self.countingKey) }
        // A version that was never usable is not a fault of today's configuration.
        let former = previous.flatMap { $0.utf8.count >= CodeKeys.minimumLength ? Array($0.utf8) : nil }
        let keys = CodeKeys(codes: Array(current.utf8), previous: former, counting: counting.map { Array($0.utf8) })
        guard let keys else { throw .hidden(.internalError, "no keys of codes") }
        return keys
    }
}
