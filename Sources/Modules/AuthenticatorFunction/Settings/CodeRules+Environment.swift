internal import EmailCodes
internal import LambdaRuntime

extension CodeRules {
    /// The figures of a deployment (`OTP_LIFETIME`, `OTP_MAILS_PER_HOUR`, `OTP_MAILS_PER_NETWORK`).
    init(_ settings: Settings) throws(FunctionError) {
        self.init(
            lifetime: try settings.integer("OTP_LIFETIME", in: 60...CodeRules.maximumLifetime, default: 300),
            mailsPerHour: try settings.integer("OTP_MAILS_PER_HOUR", in: 1...1_000_000, default: 3_600),
            mailsPerNetwork: try settings.integer("OTP_MAILS_PER_NETWORK", in: 0...1_000, default: 30))
    }
}
