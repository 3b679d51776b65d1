internal import EmailCodes
internal import FunctionServices
internal import LambdaRuntime
internal import SignInRules

/// The settings of `EMAIL_OTP`.
struct EmailOTPSettings {
    /// The figures of the limits.
    let rules: CodeRules
    /// What the app may show of an address.
    let mask: MaskedAddress

    init(_ services: Services, hasLimits: Bool) throws(FunctionError) {
        let settings = services.settings
        let variable = "OTP_WITHOUT_LIMITS"
        let isUnlimited = try settings.flag(variable)
        guard hasLimits || isUnlimited else {
            throw .configuration(
                DeploymentTable.variable,
                "must be set for EMAIL_OTP: without it nothing limits guessing; "
                    + "\(variable)=true accepts that")
        }
        mask = try settings.choice(MaskedAddress.variable, default: .constant)
        rules = CodeRules(
            // More digits if nothing counts the guesses.
            digits: hasLimits ? 6 : 8,
            lifetime: try settings.integer("OTP_LIFETIME", in: 60...CodeRules.maximumLifetime, default: 300),
            guesses: Int(
                try settings.integer(
                    "OTP_GUESSES_PER_CODE", in: 1...Int64(CodeRules.maximumGuesses),
                    default: Int64(CodeRules.maximumGuesses))),
            mailsPerHour: try settings.integer("OTP_MAILS_PER_HOUR", in: 1...1_000_000, default: 3_600))
    }
}
