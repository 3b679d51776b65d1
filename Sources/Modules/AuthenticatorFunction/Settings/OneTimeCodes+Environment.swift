internal import EmailCodes
internal import FunctionServices
internal import LambdaRuntime

extension OneTimeCodes {
    /// The codes of a deployment (`OTP_KEY`, `OTP_COUNTING_KEY`, `OTP_LIFETIME`, `OTP_MAILS_PER_HOUR`).
    init(_ services: Services) throws(FunctionError) {
        let settings = services.settings
        let rules = CodeRules(
            lifetime: try settings.integer("OTP_LIFETIME", in: 60...CodeRules.maximumLifetime, default: 300),
            mailsPerHour: try settings.integer("OTP_MAILS_PER_HOUR", in: 1...1_000_000, default: 3_600))
        let codes = Array(try services.requiredSecret("OTP_KEY").utf8)
        let counting = try services.secret("OTP_COUNTING_KEY").map { Array($0.utf8) }
        guard let keys = CodeKeys(codes: codes, counting: counting) else {
            throw .configuration("OTP_KEY", "and OTP_COUNTING_KEY must hold at least \(CodeKeys.minimumLength) bytes")
        }
        self.init(rules, keys)
    }
}
