package import FunctionServices
package import LambdaRuntime

extension Settings {
    /// `OTP_LIFETIME`: how long a short code is valid, in seconds.
    package func codeLifetime() throws(FunctionError) -> Int64 {
        try integer("OTP_LIFETIME", in: 60...CodeRules.maximumLifetime, default: 300)
    }

    /// `OTP_MAILS_PER_HOUR`: how many mails the whole deployment sends in one hour of the clock.
    package func mailsPerHour() throws(FunctionError) -> Int64 {
        try integer("OTP_MAILS_PER_HOUR", in: 1...1_000_000, default: 3_600)
    }
}

extension Services {
    /// The keys of emailed codes. `OTP_KEY` may be replaced while the process runs. The key of the counts may not, so it
    /// is read once.
    package func codeKeys(_ log: Log) throws(FunctionError) -> RotatingSecret<CodeKeys> {
        let (variable, countingVariable) = ("OTP_KEY", "OTP_COUNTING_KEY")
        let counting = try secret(countingVariable).map { Array($0.utf8) }
        guard counting != nil || !isReadFromSecretsManager(variable) else {
            throw .configuration(
                countingVariable,
                "or \(countingVariable)_ARN must be set with \(variable)_ARN: "
                    + "a new version of that secret would empty the counts")
        }
        guard counting.map({ $0.count >= ReplaceableKey.minimumLength }) ?? true else {
            throw .configuration(countingVariable, "must hold at least \(ReplaceableKey.minimumLength) bytes")
        }
        return try replaceableKey(variable, log) { (key) throws(FunctionError) in
            guard let keys = CodeKeys(codes: key.current, previous: key.previous, counting: counting) else {
                throw .hidden(.internalError, "no keys of codes")
            }
            return keys
        }
    }
}
